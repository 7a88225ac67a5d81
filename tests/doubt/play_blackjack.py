"""Plays a round of blackjack (docs/rules.md, BJ-01 to BJ-13, and each profile's keys) into a log of
make_rounds.py. Players play by chance, the dealer by rule."""


def cards_needed(log):
    """With fewer no round is begun."""
    return 30 if log.rules["decks"] == "1" else 60


def value(card):
    return 10 if card[0] in "TJQK" else "A23456789".index(card[0]) + 1


def total(cards):
    """(best total, whether it is soft)"""
    hard = sum(value(card) for card in cards)
    soft = hard <= 11 and any(card[0] == "A" for card in cards)
    return hard + 10 * soft, soft


class Hand:
    def __init__(self, cards, split=False):
        self.cards, self.split, self.aces = cards, split, split and cards[0][0] == "A"
        self.stood = self.doubled = self.surrendered = self.even_money = False

    def total(self):
        return total(self.cards)[0]


class Round:
    def __init__(self, log, boxes, staked):
        self.log, self.rules, self.rng, self.staked = log, log.rules, log.rng, staked
        self.boxes = {box: [Hand([])] for box in sorted(boxes)}
        self.splits = dict.fromkeys(boxes, 0)
        self.ace_splits = dict.fromkeys(boxes, 0)
        self.dealer, self.drawn, self.insured, self.missing = [], False, False, False

    def yes(self, key):
        return self.rules[key] == "yes"

    def deal(self):
        draw = self.log.draw
        for turn in range(2):
            for hands in self.boxes.values():
                hands[0].cards.append(draw())
            if turn == 0 or self.yes("hole"):
                self.dealer.append(draw())

    def is_blackjack(self, hand):
        return (len(hand.cards) == 2 and hand.total() == 21
                and (not hand.split or self.yes("blackjack_after_split")))

    def dealer_has_blackjack(self):
        return len(self.dealer) == 2 and total(self.dealer)[0] == 21

    # Insurance (BJ-09, ST-06, IT-10)

    def insure(self):
        """Some insure, and the dealer goes on."""
        log, rng = self.log, self.rng
        for (box, bettor, on), stake in self.staked.items():
            who = {} if bettor is None else {"bettor": bettor}
            hand = self.boxes[box][0]
            if on != "main" or rng.random() > .35:
                continue
            if self.is_blackjack(hand) and self.yes("even_money"):
                self.take_even_money(box, hand)
                continue
            exact = self.rules["insurance"] == "exactly_half" or rng.random() < .5
            amount = stake // 2 if exact else rng.randint(1, stake // 2)
            log.slip("insurance", box=box, **who, amount=stake // 2)
            log.say("insurance", box=box, **who, amount=amount)
            self.insured = True
        if rng.random() < .7:
            log.say("insurance_closed")

    def take_even_money(self, box, hand):
        if not hand.even_money:
            self.log.slip("even_money", box=box)
            self.log.say("even_money", box=box)
            hand.even_money = True

    # The players

    def may_split(self, box, hand):
        if len(hand.cards) != 2 or hand.doubled:
            return False
        first, second = hand.cards
        by_rank = self.rules["split_on"] == "rank"
        equal = first[0] == second[0] if by_rank else value(first) == value(second)
        aces = equal and first[0] == "A"
        return equal and self.below("max_splits", self.splits[box]) and (
            not aces or self.below("max_ace_splits", self.ace_splits[box]))

    def below(self, key, count):
        return self.rules[key] == "unlimited" or count < int(self.rules[key])

    def may_double(self, hand):
        one_card = hand.aces and self.yes("split_aces_one_card")
        if len(hand.cards) != 2 or one_card or self.rules["double"] == "none":
            return False
        if hand.split and not self.yes("double_after_split"):
            return False
        return self.rules["double"] == "any" or 9 <= hand.total() <= 11

    def is_complete(self, box, hand):
        if hand.stood or hand.doubled or hand.surrendered or hand.even_money:
            return True
        if hand.aces and self.yes("split_aces_one_card") and len(hand.cards) == 2:
            return not self.may_split(box, hand)
        return hand.total() >= 21

    def in_turn(self, box):
        hands = list(enumerate(self.boxes[box]))
        if self.rules["split_order"] == "right":
            hands.reverse()
        for index, hand in hands:
            if len(hand.cards) == 1 or not self.is_complete(box, hand):
                return index, hand
        return None

    def act(self, box, index, do):
        fields = {"hand": index} if self.rng.random() < .3 else {}
        wrong = do if do == "surrender" else self.rng.choice(("stand", do))
        self.log.slip("action", box=box, do=wrong, **fields)
        self.log.say("action", box=box, do=do, **fields)

    def surrender_first(self):
        """Any box may surrender in any order before a player has drawn (ST-07)."""
        for box, (hand, *_) in self.rng.sample(list(self.boxes.items()), len(self.boxes)):
            if self.rng.random() < .08 and not self.is_complete(box, hand):
                self.act(box, 0, "surrender")
                hand.surrendered = True

    def play_box(self, box):
        while (turn := self.in_turn(box)) is not None:
            index, hand = turn
            if len(hand.cards) == 1:
                hand.cards.append(self.log.draw())
            else:
                self.play_hand(box, index, hand)

    def play_hand(self, box, index, hand):
        rng = self.rng
        late = self.rules["surrender"] in ("late", "at_turn")
        if self.may_split(box, hand) and rng.random() < .6:
            self.split(box, index, hand)
        elif late and len(hand.cards) == 2 and not hand.split and rng.random() < .1:
            self.act(box, index, "surrender")
            hand.surrendered = True
        elif self.may_double(hand) and rng.random() < .3:
            self.act(box, index, "double")
            hand.doubled = True
            hand.cards.append(self.log.draw())
        elif self.wants_card(hand):
            if rng.random() < self.log.announced:
                self.act(box, index, "hit")
            hand.cards.append(self.log.draw())
        else:
            self.act(box, index, "stand")
            hand.stood = True

    def wants_card(self, hand):
        if hand.aces and self.yes("split_aces_one_card"):
            return False
        best, soft = total(hand.cards)
        return self.rng.random() < (.95 if best < 12 else .5 if best < 17 or soft else .03)

    def split(self, box, index, hand):
        self.act(box, index, "split")
        self.splits[box] += 1
        self.ace_splits[box] += hand.cards[0][0] == "A"
        halves = [Hand([card], True) for card in hand.cards]
        self.boxes[box][index:index + 1] = halves
        if self.rules["split_deal"] == "at_once":
            for half in halves:
                half.cards.append(self.log.draw())

    # The dealer (BJ-05, ES-15, IT-07)

    def in_play(self):
        """Hands that his cards can still decide."""
        certain = self.yes("blackjack_paid_at_once") and (
            self.yes("hole") or value(self.dealer[0]) not in (1, 10))
        for hands in self.boxes.values():
            for hand in hands:
                settled = hand.surrendered or hand.even_money or hand.total() > 21
                if not settled and not (certain and self.is_blackjack(hand)):
                    yield hand

    def is_ahead(self, hand):
        """Whether the dealer beats the hand as the cards lie."""
        mine, other = total(self.dealer)[0], hand.total()
        if self.is_blackjack(hand):
            return False
        fewer = self.yes("fewer_cards_win") and len(self.dealer) < len(hand.cards)
        return mine > other or (mine == other and fewer)

    def dealer_draws(self):
        hands = list(self.in_play())
        best, soft = total(self.dealer)
        if all(self.is_blackjack(hand) for hand in hands):
            waiting = hands or (self.insured and not self.yes("hole"))
            return bool(waiting) and len(self.dealer) == 1 and value(self.dealer[0]) in (1, 10)
        ahead = self.yes("dealer_stops_when_ahead") and len(self.dealer) >= 2
        if ahead and all(self.is_ahead(hand) for hand in hands):
            return False
        return best < 17 or (best == 17 and soft and self.rules["soft_17"] == "hit")

    def play_dealer(self):
        while self.dealer_draws():
            if len(self.dealer) > 1 and self.log.plant("missing"):
                self.missing = True
                return
            self.dealer.append(self.log.draw())


def choose_boxes(log):
    most = 2 if log.rules["decks"] == "1" else int(log.rules["boxes"])
    return log.rng.sample(range(1, most + 1), min(most, log.rng.choice((1, 1, 2, 2, 3, 5))))


def bet_names(log):
    side = sorted({bet.split(".")[0] for bet in log.rules["side_bets"].split()})
    return lambda _box: ["main"] + [bet for bet in side if log.rng.random() < .3]


def play_round(log, place_bets):
    rng, boxes = log.rng, choose_boxes(log)
    staked = place_bets(log, boxes, bet_names(log)) if rng.random() < .9 else {}
    if staked:
        log.close_bets()
    else:
        log.close_bets(boxes=boxes)
    table = Round(log, boxes, staked)
    table.deal()
    if log.plant("late-bet"):
        log.say("bet", box=boxes[0], bettor="late", amount=1000)
    if table.dealer[0][0] == "A" and table.rules["insurance"] != "none":
        table.insure()
    if not table.dealer_has_blackjack():
        if table.rules["surrender"] == "before_first_hit":
            table.surrender_first()
        for box in table.boxes:
            table.play_box(box)
        table.play_dealer()
    finish(log, table)


def finish(log, table):
    if not table.missing and log.plant("extra"):
        log.draw()
    early = not table.missing and log.rng.random() < .2
    if early:
        log.say("pay")
    if table.missing or log.rng.random() < .85:
        log.say("result")
    if not early:
        log.say("pay")
