// The parts of Asio and Beast that are no templates, compiled once for the whole program.
#include <boost/asio/impl/src.hpp>
#include <boost/beast/src.hpp>
