-- Makes the store of version 5 one of version 6.
CREATE TABLE audit_states ( log INTEGER PRIMARY KEY REFERENCES logs, state BLOB NOT NULL) STRICT;
PRAGMA user_version = 6;
