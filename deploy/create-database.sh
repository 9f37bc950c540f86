#!/bin/sh
# Runs in the container of PostgreSQL when its volume is new: creates the database and the role of
# the program, which owns it and has no other privilege. The password is then that of this role
# alone: the superuser has none, and signs in inside of the container only.
set -eu
psql --no-psqlrc --set=ON_ERROR_STOP=1 --set=password="$POSTGRES_PASSWORD" --username=postgres <<'SQL'
create role prizm login password :'password';
create database prizm owner prizm encoding 'UTF8' template template0;
alter role postgres password null;
SQL
