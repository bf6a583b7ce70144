#include <caf/send.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/game_core.hpp"
#include "actors/log.hpp"

/// What a game has to do with the bank: chips for buy-ins are reserved before its step, what its outbox holds
/// is exchanged after a step is stored, and answers are steps.
namespace cardroom {
namespace {

constexpr std::size_t kMostReserving = 1024;
/// A bank that still does not fit when the game has just come back from the store will not fit later either.
constexpr Duration kReloadPause = seconds(10);

std::string hex(const Seed& seed) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i < 16; ++i) {
    text += kDigits[seed.bytes[i] >> 4];
    text += kDigits[seed.bytes[i] & 15];
  }
  return text;
}

bool awaited(const GameState& game, const std::string& reservation) {
  for (const auto& [seq, entries] : game.outbox)
    for (const BankEntry& entry : entries)
      if (entry.movement.reservation == reservation) return true;
  return false;
}

}  // namespace

void GameCore::open_bank() {
  // Nobody can have reserved anything for a game without players.
  if (state_.players.empty()) return bank_opened({Reservations()});
  env_->cashier->reservations([self = GameActor(self_)](std::optional<Reservations> open) {
    caf::anon_send(self, BankOpened{std::move(open)});
  });
}

void GameCore::bank_opened(const BankOpened& opened) {
  if (ending_) return;
  if (!opened.reservations)
    return self_->delayed_send(GameActor(self_), kJournalRetry, BankAgain{BankAgain::What::OPEN, {}});
  const std::string own = settings_->game_id.str() + ":";
  for (const auto& [id, reservation] : *opened.reservations)
    if (id.starts_with(own) && !awaited(state_, id)) {
      log_info("game " + settings_->game_id.str() + ": " + std::to_string(reservation.amount.v) +
               " chips that " + reservation.user.str() + " had reserved go back");
      release(id);
    }
  bank_open_ = true;
  open_when_ready();
}

void GameCore::buy_in(GameWork work) {
  if (is_repeated(work)) return;
  auto& command = std::get<BuyIn>(work.command);
  const Error error = game::verify(state_, command, work.caller, Input{now(), {}, work.client});
  if (error != Error::NONE) {
    if (work.from) self_->send(work.from, Answered{work.client, error});
    return;
  }
  if (reserving_.size() + early_.size() >= kMostReserving) return busy(work);
  if (state_.players.at(command.user).owed > 0) return early_.push_back(std::move(work));
  command.reservation = settings_->game_id.str() + ":" + hex(env_->seeds());
  const std::string id = command.reservation;
  reserving_.emplace(id, std::move(work));
  reserve(id);
}

void GameCore::retry_buy_ins() {
  for (GameWork& work : std::exchange(early_, {})) buy_in(std::move(work));
}

void GameCore::reserve(const std::string& id) {
  const auto work = reserving_.find(id);
  if (work == reserving_.end()) return;
  const auto& command = std::get<BuyIn>(work->second.command);
  env_->cashier->reserve(id, command.user, command.amount,
                         [self = GameActor(self_), id](std::optional<BankResult> result) {
                           caf::anon_send(self, BuyInReserved{id, result});
                         });
}

void GameCore::reserved(const BuyInReserved& answer) {
  if (!answer.result)
    return self_->delayed_send(GameActor(self_), kJournalRetry,
                               BankAgain{BankAgain::What::RESERVE, answer.reservation});
  auto found = reserving_.extract(answer.reservation);
  if (found.empty()) return;
  GameWork& work = found.mapped();
  if (*answer.result == BankResult::DONE) return submit(std::move(work));
  if (work.from) self_->send(work.from, Answered{work.client, Error::INSUFFICIENT_BALANCE});
}

void GameCore::give_up(const GameWork& work) {
  if (const auto* command = std::get_if<BuyIn>(&work.command); command && !command->reservation.empty())
    release(command->reservation);
}

void GameCore::release(const std::string& id) {
  env_->cashier->release(id, [self = GameActor(self_), id](std::optional<BankResult> result) {
    // NOTHING_THERE is an answer too: it never comes any more.
    if (!result) caf::anon_send(self, BankAgain{BankAgain::What::RELEASE, id});
  });
}

void GameCore::may_exchange() {
  if (!bank_open_ || stopping_ || steps_.pending() || state_.outbox.empty()) return;
  const BankSequence seq = state_.banked.next();
  if (exchanging_ == seq) return;
  exchanging_ = seq;
  env_->cashier->exchange(settings_->game_id, seq, game::due_at_bank(state_),
                          [self = GameActor(self_), seq](std::optional<Exchanged> exchanged) {
                            caf::anon_send(self, BankTold{seq, std::move(exchanged)});
                          });
}

void GameCore::log_unpaid(const std::vector<MovementAnswer>& answers) const {
  const std::vector<Movement> due = game::due_at_bank(state_);
  for (std::size_t i = 0; i < std::min(due.size(), answers.size()); ++i)
    if (leaves(due[i]) && answers[i].result != BankResult::DONE)
      log_error("game " + settings_->game_id.str() + ": the bank refuses to pay " +
                std::to_string(due[i].amount.v) + " chips to " +
                (due[i].user.empty() ? "the house" : due[i].user.str()) + " (" +
                std::string(to_string(answers[i].result)) + "); they stay in the game, see audit");
}

void GameCore::bank_told(BankTold& told) {
  if (told.seq != exchanging_ || ending_) return;
  if (!told.exchanged)
    return self_->delayed_send(GameActor(self_), kJournalRetry, BankAgain{BankAgain::What::EXCHANGE, {}});
  if (told.exchanged->result == BankResult::DONE) {
    log_unpaid(told.exchanged->answers);
    return submit(
        {GameCommand(BankAnswered{told.seq, std::move(told.exchanged->answers)}), {}, {}, {}, {}, {}, false});
  }
  const std::string problem = "its exchange " + std::to_string(told.seq.v) + " does not fit the bank's books";
  if (now() - opened_at_ < kReloadPause) return finish_stopping(problem);
  log_error("game " + settings_->game_id.str() + ": " + problem);
  steps_lost();
}

void GameCore::ask_bank_again(const BankAgain& again) {
  if (ending_) return;
  switch (again.what) {
    case BankAgain::What::OPEN:
      return open_bank();
    case BankAgain::What::RESERVE:
      return reserve(again.reservation);
    case BankAgain::What::RELEASE:
      return release(again.reservation);
    case BankAgain::What::EXCHANGE:
      exchanging_ = {};
      return may_exchange();
  }
}

}  // namespace cardroom
