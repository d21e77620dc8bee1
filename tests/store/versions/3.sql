-- Makes the store of version 2 one of version 3.
CREATE TABLE seatings ( log INTEGER NOT NULL REFERENCES logs, position INTEGER NOT NULL, seat INTEGER NOT NULL, player TEXT NOT NULL, first_seq INTEGER NOT NULL, last_seq INTEGER NOT NULL, PRIMARY KEY (log, position)) STRICT, WITHOUT ROWID;
CREATE INDEX seatings_by_player ON seatings (player, log);
PRAGMA user_version = 3;
