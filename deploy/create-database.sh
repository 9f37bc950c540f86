#!/bin/sh
# Runs in the container of PostgreSQL when its volume is new: creates the database and the role of
# the program, which owns it and has no other privilege.
set -eu
psql --no-psqlrc --set=ON_ERROR_STOP=1 --set=password="$POSTGRES_PASSWORD" --username=postgres <<'SQL'
create role prizm login password :'password';
create database prizm owner prizm encoding 'UTF8' template template0;
SQL
