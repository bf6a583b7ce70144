#pragma once
#include <boost/describe/enum.hpp>
#include <boost/system/result.hpp>
#include <cstdint>
#include <string>

/// What can go wrong between cardroom and Redis, as values.
namespace cardroom {

/// The kinds of failure. The first group answers any command; the second is why a server that answers stores
/// nothing (`refuses`); the third comes from scripts, the last from set-up.
enum class StoreError : std::uint8_t {
  UNKNOWN,      ///< sent, but the connection was lost before the answer: it may or may not have happened
  UNAVAILABLE,  ///< not connected: nothing was sent, nothing happened
  BUSY,         ///< too many commands wait already: nothing happened
  STOPPED,      ///< the store is stopping: nothing happened
  REFUSED,      ///< the server answered with an error of its own
  CORRUPT,      ///< the answer, or what is stored, has another shape than it must have

  NO_MEMORY,     ///< the server takes no writes, being out of memory: nothing happened
  READ_ONLY,     ///< the server takes no writes, being a replica: nothing happened
  DISK,          ///< the server takes no writes, for it cannot write to its disk: nothing happened
  FEW_REPLICAS,  ///< fewer replicas have what was written than must have it

  FENCED,   ///< the caller's token is no longer the owner's: stop at once
  OLD,      ///< the stored version is newer, or equal with another digest
  EXISTS,   ///< the id is in use, or was once
  CLOSED,   ///< the id was closed and is never used again
  MISSING,  ///< nothing is stored under the id
  LOST,     ///< somebody else opened it since
  AHEAD,    ///< the version is above the last one of the journal

  NO_SERVER,      ///< no redis-server program was found, or it did not start
  WRONG_VERSION,  ///< the server is older than 7.0
  UNFIT,          ///< the server's own settings endanger what is stored
  IN_USE,         ///< another daemon or server holds the data directory
  NOT_WRITABLE,   ///< the data directory cannot be made, opened or written
  BAD_KEY,        ///< the key file cannot be used, or the store was written with another key
  TIMEOUT         ///< it took longer than it may
};
BOOST_DESCRIBE_ENUM(StoreError, UNKNOWN, UNAVAILABLE, BUSY, STOPPED, REFUSED, CORRUPT, NO_MEMORY, READ_ONLY,
                    DISK, FEW_REPLICAS, FENCED, OLD, EXISTS, CLOSED, MISSING, LOST, AHEAD, NO_SERVER,
                    WRONG_VERSION, UNFIT, IN_USE, NOT_WRITABLE, BAD_KEY, TIMEOUT)

/// The wire name of the error, e.g. "FENCED".
const char* to_string(StoreError error);

/// Whether the error says that a server which answers stores nothing now, whoever asks for it.
bool refuses(StoreError error);

/// A failure: its kind, and one sentence for people (with what to do, where that is known). Never a stored
/// value.
struct Failure {
  StoreError code;
  std::string text;
};

/// A value or a failure.
template <class T>
using Result = boost::system::result<T, Failure>;

}  // namespace cardroom
