/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of scripts that the card and tile games share. Numbers and texts are both literals. */
#pragma once

#define BEGIN        "round_start\n"
#define END          "round_end\n"
#define NO_MORE_BETS "no_more_bets\n"
#define CANCEL       "void 'reason':'misdeal','role':'dealer'\n"
#define TELL(text)   text "\n"
#define BET(id, seat, bet, amount)                                                                 \
  "wager 'wager':'" id "','seat':" #seat ",'bet':'" bet "','amount':" #amount "\n"
#define WIN(id, stake, paid)                                                                       \
  "settle 'wager':'" id "','outcome':'win','paid':" #paid ",'returned':" #stake "\n"
#define WIN_VIG(id, stake, paid, vig)                                                              \
  "settle 'wager':'" id "','outcome':'win','paid':" #paid ",'returned':" #stake ",'vig':" #vig "\n"
#define LOSE(id, stake) "settle 'wager':'" id "','outcome':'lose','taken':" #stake "\n"
#define PUSH(id, stake) "settle 'wager':'" id "','outcome':'push','returned':" #stake "\n"
#define BACK(id, stake) "settle 'wager':'" id "','outcome':'void','returned':" #stake "\n"
#define GIVE_UP(id, taken, returned)                                                               \
  "settle 'wager':'" id "','outcome':'surrender','taken':" #taken ",'returned':" #returned "\n"
#define LEAVES(seat)         "player 'seat':" #seat ",'player':'p" #seat "','present':false\n"
#define DECIDE(seat, choice) "decision 'seat':" #seat ",'choice':'" choice "'\n"
