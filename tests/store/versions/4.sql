-- Makes the store of version 3 one of version 4.
CREATE TABLE withdrawn ( number INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, withdrawn_at INTEGER NOT NULL, log INTEGER NOT NULL, archive TEXT NOT NULL, property TEXT NOT NULL, table_name TEXT NOT NULL, game TEXT NOT NULL, gaming_day INTEGER NOT NULL, state INTEGER NOT NULL, check_name TEXT NOT NULL, queue INTEGER NOT NULL, severity INTEGER NOT NULL, section TEXT, seq INTEGER NOT NULL, at INTEGER NOT NULL, round INTEGER NOT NULL, wager TEXT NOT NULL, seat INTEGER NOT NULL, reading INTEGER NOT NULL, variance INTEGER NOT NULL, recorded TEXT, recomputed TEXT, explanation TEXT, line INTEGER NOT NULL, offset INTEGER NOT NULL) STRICT;
CREATE TABLE identity ( one INTEGER PRIMARY KEY CHECK (one = 1), name TEXT NOT NULL) STRICT;
INSERT INTO identity VALUES(1,'7143dd8f7011185e840ef62c69c1e52b');
PRAGMA user_version = 4;
