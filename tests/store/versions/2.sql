-- Makes the store of version 1 one of version 2.
CREATE TABLE duties ( log INTEGER NOT NULL REFERENCES logs, position INTEGER NOT NULL, role TEXT NOT NULL, credential TEXT NOT NULL, name TEXT, first_seq INTEGER NOT NULL, last_seq INTEGER NOT NULL, start_at INTEGER NOT NULL, end_at INTEGER NOT NULL, PRIMARY KEY (log, position)) STRICT, WITHOUT ROWID;
CREATE INDEX duties_by_credential ON duties (credential, log);
PRAGMA user_version = 2;
