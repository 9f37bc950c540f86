#!/bin/bash
# Transcript plan: every command of docs/operations.md, in the order of the page, on a bare Debian 12.
#
# How to run it
#   On a real or virtual Debian 12 with systemd, as root:      REPOSITORY=/src bash operations-plan.sh
#   In a chroot or container without systemd, as root: the same; the commands of systemd are then
#   replaced by the lines marked "instead of", and the transcript says so (they count as NOT TRIED).
#   To make the bare Debian:
#     debootstrap --variant=minbase bookworm /srv/bare http://deb.debian.org/debian   (or docker run debian:12)
#     mkdir /srv/bare/src && git clone BUNDLE /srv/bare/src ; mount proc, sys, dev ; chroot /srv/bare
#   REPOSITORY   what `git clone` gets (a path or an address); the branch must have the page that is tried
#   NODE_TAR     optional: a local node-v20.20.2-linux-x64.tar.gz with SHASUMS256.txt beside it (no network)
#   PARTS        default "install first commands update backup pitr roles rolling metrics move damaged nginx"
#                (containers, pooler: add them where Docker and PgBouncer are)
# The transcript is written to /root/operations-transcript.txt: number, command, exit code, expectation.
set -u
REPOSITORY=${REPOSITORY:?address or path of the repository}
PARTS=${PARTS:-install first commands update backup pitr roles rolling metrics move damaged nginx}
T=/root/operations-transcript.txt; : > "$T"
n=0; bad=0; nottried=0
systemd=no; [ -d /run/systemd/system ] && systemd=yes
say() { echo "$*" | tee -a "$T"; }
# step 'command' ['pattern that the output must have']
step() {
  n=$((n + 1)); local out rc
  say ""; say "$n \$ $1"
  # In this shell, as the page says ("in one shell"), so that variables such as $name and $password stay.
  eval "$1" > /tmp/step.out 2>&1; rc=$?
  out=$(tail -c 3000 /tmp/step.out); echo "$out" | sed 's/^/    /' | tee -a "$T"
  if [ $rc -ne 0 ]; then say "    -> NOT OK, exit $rc"; bad=$((bad + 1)); return; fi
  if [ -n "${2:-}" ] && ! grep -qE "$2" /tmp/step.out; then say "    -> NOT OK, expected: $2"; bad=$((bad + 1)); return; fi
  say "    -> ok"
}
fails() { # a command that must fail, with this in its output
  n=$((n + 1)); say ""; say "$n \$ $1   (must be refused)"
  if eval "$1" > /tmp/step.out 2>&1; then say "    -> NOT OK: it succeeded"; bad=$((bad + 1)); else
    sed 's/^/    /' /tmp/step.out | tail -5 | tee -a "$T"
    grep -qE "$2" /tmp/step.out && say "    -> ok" || { say "    -> NOT OK, expected: $2"; bad=$((bad + 1)); }; fi
}
# sys 'command of the page' 'what is run instead without systemd' ['pattern']
sys() {
  if [ $systemd = yes ]; then step "$1" "${3:-}"; else
    say ""; say "   (no systemd; instead of: $1)"; nottried=$((nottried + 1)); step "$2" "${3:-}"; fi
}
has() { case " $PARTS " in *" $1 "*) return 0;; *) return 1;; esac; }

# Without systemd: what the unit does, as far as a shell can.
prizm_start() {
  install --directory --owner=prizm --mode=0700 /var/lib/prizm
  ( set -a; . /etc/prizm.env; DATA_DIR=/var/lib/prizm; set +a; cd /opt/prizm
    exec setsid runuser --user=prizm -- /usr/bin/env node --max-semi-space-size=8 dist/server/server.js ) \
    >> /var/log/prizm.log 2>&1 < /dev/null &
}
prizm_pid() { pgrep -u prizm -f dist/server/server.js; }
prizm_stop() { local p; p=$(prizm_pid) || return 0; kill -TERM $p; while kill -0 $p 2>/dev/null; do sleep 0.2; done; tail -1 /var/log/prizm.log; }
as_service() { ( set -a; . /etc/prizm.env; DATA_DIR=/var/lib/prizm; set +a; cd /opt/prizm && runuser --user=prizm -- node "$@" ); }
pg() { pg_ctlcluster 15 main "$1"; }
ready='curl --fail --silent --show-error --retry 60 --retry-delay 1 --retry-connrefused http://127.0.0.1:3000/readyz'

say "operations.md on $(. /etc/os-release; echo "$PRETTY_NAME"), systemd: $systemd, $(nproc) cores, $(date -u +%FT%TZ)"

if has install; then
say ""; say "== Install, On a new Debian 12"
step 'name=orders.example.com'
grep -q "$name" /etc/hosts || echo "127.0.0.1 $name" >> /etc/hosts   # stands for the DNS entry
step 'apt-get update'
step 'DEBIAN_FRONTEND=noninteractive apt-get install --yes ca-certificates curl git openssl postgresql caddy'
step 'release=v20.20.2 archive=node-v20.20.2-linux-x64.tar.gz'
step 'cd /root'
if [ -n "${NODE_TAR:-}" ]; then
  say "   (no network; instead of the download: $NODE_TAR)"; cp "$NODE_TAR" "$(dirname "$NODE_TAR")/SHASUMS256.txt" /root/
else
  step 'curl --fail --remote-name-all "https://nodejs.org/dist/$release/{$archive,SHASUMS256.txt}"'
fi
step 'sha256sum --check --ignore-missing SHASUMS256.txt' 'OK'
step 'tar --extract --gzip --file=$archive --directory=/usr/local --strip-components=1 --no-same-owner'
step 'node --version' '^v20\.20\.2'
step 'git clone "$REPOSITORY" /opt/prizm-0.13.0'
step 'cd /opt/prizm-0.13.0'
step 'npm ci && npm run build && npm ci --omit=dev'
step 'du -sm /opt/prizm-0.13.0/node_modules /opt/prizm-0.13.0/dist'    # the page: less than 150 MB together
step 'ln --symbolic --no-dereference --force /opt/prizm-0.13.0 /opt/prizm'
[ $systemd = no ] && { say "   (no systemd; the package did not start PostgreSQL)"; pg start; sleep 3; }
step 'cd /'
step 'password=$(openssl rand -hex 24)'
step 'runuser --user=postgres -- psql --no-psqlrc --set=ON_ERROR_STOP=1 <<SQL
create role prizm login password '"'"'$password'"'"';
create database prizm owner prizm encoding '"'"'UTF8'"'"' template template0;
SQL' 'CREATE DATABASE'
step '(umask 077 && cat > /etc/prizm.env) <<SETTINGS
HOST=127.0.0.1
DATABASE_URL=postgres://prizm:$password@127.0.0.1:5432/prizm
DEMO_DATA=none
PUBLIC_URL=https://$name
TRUSTED_PROXY=127.0.0.1
SESSION_SECRET=$(openssl rand -base64 32)
SECRETS_KEY=$(openssl rand -base64 32)
SETTINGS'
step 'stat --format="%a %U" /etc/prizm.env' '^600 root'
step 'useradd --system --no-create-home --shell=/usr/sbin/nologin prizm'
step 'cp /opt/prizm/deploy/prizm.service /etc/systemd/system/'
sys 'systemctl daemon-reload' 'true'
sys 'systemctl enable --now prizm' 'prizm_start'
step 'curl --fail --retry 60 --retry-delay 1 --retry-connrefused http://127.0.0.1:3000/readyz' 'ok'
sys 'journalctl --unit=prizm --output=cat | grep "Setup token"' 'grep "Setup token" /var/log/prizm.log' 'Setup token for the first administrator: '
[ $systemd = yes ] && step 'systemd-analyze security prizm | tail -1' 'OK|SAFE'
[ $systemd = yes ] && step 'runuser --user=prizm -- touch /opt/prizm/x; test ! -e /opt/prizm/x'
step 'sed --expression="s/orders.example.com/$name/" --expression="s/10.0.0.1:3000 10.0.0.2:3000/127.0.0.1:3000/" /opt/prizm/deploy/Caddyfile > /etc/caddy/Caddyfile'
say "   (this machine is not on the internet: tls internal, as the page says)"
sed -i "s/^$name {/$name {\n\ttls internal/" /etc/caddy/Caddyfile
step 'caddy validate --config /etc/caddy/Caddyfile --adapter caddyfile' 'Valid configuration'
sys 'systemctl reload caddy' 'HOME=/var/lib/caddy setsid caddy start --config /etc/caddy/Caddyfile --adapter caddyfile'
step 'curl --fail --insecure --retry 60 --retry-delay 1 --retry-all-errors https://$name/readyz' 'ok'
fi

if has first; then
say ""; say "== The first account"
token=$( { [ $systemd = yes ] && journalctl --unit=prizm --output=cat || cat /var/log/prizm.log; } | sed -n 's/^Setup token.*: //p' | tail -1)
fails 'curl --insecure --fail-with-body -H "Content-Type: application/json" https://$name/api/register -d "{\"username\":\"boss\",\"email\":\"boss@example.com\",\"password\":\"six green lanterns\"}"' 'setup token'
step 'curl --insecure --fail-with-body -H "Content-Type: application/json" https://$name/api/register -d "{\"username\":\"boss\",\"email\":\"boss@example.com\",\"password\":\"six green lanterns\",\"setupToken\":\"$token\"}"' '"role":"admin"'
step 'curl --insecure --fail-with-body --cookie-jar /root/jar -H "Content-Type: application/json" https://$name/api/login -d "{\"username\":\"boss\",\"password\":\"six green lanterns\"}"' '"username":"boss"'
step 'grep __Host- /root/jar' '__Host-'
step 'curl --fail http://127.0.0.1:3000/api/health' 'status'   # HOST is a loopback name, so it is served
fi

if has commands; then
say ""; say "== Commands"
sys 'systemd-run --quiet --pipe --wait --collect --uid=prizm --working-directory=/opt/prizm --setenv=DATA_DIR=/var/lib/prizm --property=EnvironmentFile=/etc/prizm.env node scripts/operate.mjs user-password boss' \
    'as_service scripts/operate.mjs user-password boss' 'new password of boss is'
sys 'systemd-run --quiet --pipe --wait --collect --uid=prizm --working-directory=/opt/prizm --setenv=DATA_DIR=/var/lib/prizm --property=EnvironmentFile=/etc/prizm.env node scripts/operate.mjs user-password boss --remove-second-factor' \
    'as_service scripts/operate.mjs user-password boss --remove-second-factor' 'new password of boss is'
fails 'as_service scripts/operate.mjs backup /tmp/x.tar.gz' 'DATABASE_URL is set'
fi

if has update; then
say ""; say "== Update, and back"
step 'git clone "$REPOSITORY" /opt/prizm-0.14.0'
step 'cd /opt/prizm-0.14.0 && npm ci && npm run build && npm ci --omit=dev'
step 'curl --fail --silent http://127.0.0.1:3000/readyz' 'ok'          # the running one reads only its own folder
step 'ln --symbolic --no-dereference --force /opt/prizm-0.14.0 /opt/prizm'
step 'cp /opt/prizm/deploy/prizm.service /etc/systemd/system/'
sys 'systemctl daemon-reload' 'true'
sys 'systemctl restart prizm' 'prizm_stop; prizm_start'
step 'curl --fail --retry 600 --retry-delay 1 --retry-connrefused http://127.0.0.1:3000/readyz' 'ok'
step 'readlink /proc/$(pgrep -u prizm -f dist/server/server.js | head -1)/cwd' '/opt/prizm-0.14.0'
sys 'systemctl stop prizm' 'prizm_stop'
step 'ln --symbolic --no-dereference --force /opt/prizm-0.13.0 /opt/prizm'
step 'cp /opt/prizm/deploy/prizm.service /etc/systemd/system/'
sys 'systemctl daemon-reload' 'true'
sys 'systemctl start prizm' 'prizm_start'
step "$ready" 'ok'
fi

if has backup; then
say ""; say "== Backup and restore on PostgreSQL"
step 'install --directory --owner=postgres --mode=0700 /backups'
step 'cd /'
step 'runuser --user=postgres -- pg_dump --format=custom --file=/backups/prizm-$(date +%F).dump prizm'
step 'DEBIAN_FRONTEND=noninteractive apt-get install --yes cron'
step 'echo '"'"'17 2 * * * postgres pg_dump --format=custom --file=/backups/prizm-$(date +\%F).dump prizm'"'"' > /etc/cron.d/prizm'
# What cron would run: the line without its times and user, its \% as %.
step 'rm /backups/prizm-$(date +%F).dump; runuser --user=postgres -- sh -c "$(cut -d" " -f7- /etc/cron.d/prizm | sed "s/\\\\%/%/g")"; ls -l /backups/prizm-$(date +%F).dump'
sys 'systemctl stop prizm' 'prizm_stop'
step 'runuser --user=postgres -- psql --command="alter database prizm rename to prizm_before" --command="create database prizm owner prizm encoding '"'UTF8'"' template template0"' 'CREATE DATABASE'
step 'runuser --user=postgres -- pg_restore --exit-on-error --no-owner --no-privileges --role=prizm --dbname=prizm /backups/prizm-$(date +%F).dump'
sys 'systemctl start prizm' 'prizm_start'
step "$ready" 'ok'
step 'curl --insecure --fail --cookie /root/jar https://$name/api/health' 'status'
step 'runuser --user=postgres -- psql prizm --tuples-only --command="select count(*) from pg_tables where schemaname = '"'public'"' and tableowner <> '"'prizm'"'"' '^ *0'
fi

if has pitr; then
say ""; say "== Any moment between two backups"
step 'install --directory --owner=postgres --mode=0700 /archive /backups'
step 'cd /'
step 'runuser --user=postgres -- psql --command="alter system set archive_mode = on" --command="alter system set archive_command = '"'test ! -f /archive/%f && cp %p /archive/%f'"'" --command="alter system set archive_timeout = '"'1min'"'"' 'ALTER SYSTEM'
sys 'systemctl restart postgresql' 'prizm_stop; pg restart; prizm_start'
step 'rm -rf /backups/base-$(date +%F); runuser --user=postgres -- pg_basebackup --pgdata=/backups/base-$(date +%F) --checkpoint=fast'
step "$ready" 'ok'
step 'moment=$(runuser --user=postgres -- psql -Atc "select now()"); sleep 2; echo $moment'
step 'runuser --user=postgres -- psql prizm --command="update users set email = '"'overwritten@example.com'"'"' 'UPDATE 1'   # the mistake after the moment
sys 'systemctl stop prizm postgresql' 'prizm_stop; pg stop'
step 'mv /var/lib/postgresql/15/main /var/lib/postgresql/15/main-before'
step 'cp --archive /backups/base-$(date +%F) /var/lib/postgresql/15/main'
step 'cat >> /var/lib/postgresql/15/main/postgresql.auto.conf <<SETTINGS
restore_command = '"'cp /archive/%f %p'"'
recovery_target_time = '"'"'$moment'"'"'
recovery_target_action = '"'promote'"'
SETTINGS'
step 'runuser --user=postgres -- touch /var/lib/postgresql/15/main/recovery.signal'
sys 'systemctl start postgresql' 'pg start'
step 'sleep 5; runuser --user=postgres -- psql --tuples-only --command="select pg_is_in_recovery()"' ' f'
sys 'systemctl start prizm' 'prizm_start'
step "$ready" 'ok'
step 'runuser --user=postgres -- psql prizm -Atc "select email from users"' 'boss@example.com'
fi

if has roles; then
say ""; say "== A role that changes no table (last of the parts on PostgreSQL: backups above are of one role)"
sys 'systemctl stop prizm' 'prizm_stop'
step 'cd /'
step 'password=$(openssl rand -hex 24)'
step 'runuser --user=postgres -- psql --no-psqlrc --set=ON_ERROR_STOP=1 prizm <<SQL
create role prizm_owner login password '"'"'$password'"'"';
reassign owned by prizm to prizm_owner;
SQL' 'REASSIGN OWNED'
step 'cd /opt/prizm'
step 'DATABASE_URL=postgres://prizm_owner:$password@127.0.0.1:5432/prizm node scripts/operate.mjs migrate-as-owner prizm' 'Applied 0 migrations'
sys 'systemctl start prizm' 'prizm_start'
step "$ready" 'ok'
fails '(. /etc/prizm.env; psql "$DATABASE_URL" --set=ON_ERROR_STOP=1 --command="drop table customers")' 'must be owner'
fi

if has nginx; then
say ""; say "== Behind nginx (on its own port 443: Caddy is stopped first)"
sys 'systemctl stop caddy' 'caddy stop'
step 'DEBIAN_FRONTEND=noninteractive apt-get install --yes nginx'
step 'cp /opt/prizm/deploy/nginx.conf /etc/nginx/conf.d/prizm.conf'
sed -i 's/10.0.0.1:3000/127.0.0.1:3000/; /10.0.0.2/d' /etc/nginx/conf.d/prizm.conf   # one machine
step 'openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=$name -keyout /etc/ssl/$name.key -out /etc/ssl/$name.pem'
sys 'nginx -t && systemctl reload nginx' 'nginx -t && nginx'
step 'curl --fail --insecure https://$name/readyz' 'ok'
step 'curl --insecure --fail-with-body -H "Content-Type: application/json" https://$name/api/login -d "{\"username\":\"boss\",\"password\":\"six green lanterns\"}" || true' 'wrong-credentials|boss'  # user-password changed it
fails 'curl --insecure --tls-max 1.1 https://$name/readyz' 'protocol|alert|SSL'
step 'curl --silent --output /dev/null --write-out "%{http_code}" -H "Host: prizm" http://127.0.0.1:3000/' '403'
sys 'journalctl --unit=prizm --output=cat | grep "the Host is not"' 'grep "the Host is not" /var/log/prizm.log' '"host":"prizm","expected"'
fi

if has rolling; then
say ""; say "== Restarting without losing requests"
sys 'systemctl restart prizm' 'prizm_stop; prizm_start'
step "$ready" 'ok'
sys 'journalctl --unit=prizm --output=cat | grep "\"msg\":\"stopped\""' 'grep "\"msg\":\"stopped\"" /var/log/prizm.log' 'stopped'
say "   (two nodes under load: npm run lab -- R09, with the same proxy files)"
fi

if has metrics; then
say ""; say "== Metrics and the log"
fails 'curl --fail http://127.0.0.1:3000/metrics' '401|403'            # TRUSTED_PROXY is set: a key is needed
say "   Make an API key with the scope metrics under Settings, API keys, and set KEY=prizm_… to go on."
if [ -n "${KEY:-}" ]; then
  step 'curl --fail -H "Authorization: Bearer $KEY" http://127.0.0.1:3000/metrics' 'prizm_info'
  step 'DEBIAN_FRONTEND=noninteractive apt-get install --yes prometheus'
  step '(umask 077 && echo "$KEY" > /etc/prometheus/prizm-key)'
  step 'chown prometheus /etc/prometheus/prizm-key'
  step 'cp /opt/prizm/deploy/prometheus-alerts.yaml /etc/prometheus/'
  sed -i 's/^rule_files:.*/rule_files:\n  - prometheus-alerts.yaml/; s|^scrape_configs:.*|scrape_configs:\n  - job_name: prizm\n    authorization: { credentials_file: /etc/prometheus/prizm-key }\n    static_configs: [{ targets: ["127.0.0.1:3000"] }]|' /etc/prometheus/prometheus.yml
  sys 'promtool check config /etc/prometheus/prometheus.yml && systemctl reload prometheus' 'promtool check config /etc/prometheus/prometheus.yml' 'SUCCESS'
  say "   Then: http://127.0.0.1:9090/targets shows prizm as UP; Grafana: import deploy/grafana-dashboard.json, every panel has data."
fi
sys 'journalctl --unit=prizm --output=cat --since=yesterday | grep "\"level\":50" || true' 'grep "\"level\":50" /var/log/prizm.log || true'
fi

if has move; then
say ""; say "== Move to PostgreSQL, backup and restore of the embedded database (in folders of their own, port 3999)"
export DATA_DIR=/root/embedded PORT=3999 DEMO_DATA=load SEED=small; unset DATABASE_URL
step 'cd /opt/prizm && (setsid npm run serve > /root/embedded.log 2>&1 & ) ; curl --fail --retry 120 --retry-delay 1 --retry-connrefused http://127.0.0.1:3999/readyz' 'ok'
step 'mkdir -p /root/backups && cd /opt/prizm && npm run backup -- /root/backups/prizm-$(date +%F).tar.gz' 'Wrote'
step 'tar --list --gzip --file /root/backups/prizm-$(date +%F).tar.gz | head -1' 'manifest.json'
fails 'cd /opt/prizm && npm run restore -- /root/backups/prizm-$(date +%F).tar.gz' 'in use by'
fails 'cd /opt/prizm && npm run user:password -- admin' 'in use|stop'
step 'kill -TERM $(pgrep -f "max-semi-space-size=8 dist/server/server.js" -u root); sleep 8; tail -1 /root/embedded.log' 'stopped'
step 'cd /opt/prizm && npm run restore -- /root/backups/prizm-$(date +%F).tar.gz' 'data rules hold'
step 'cd /opt/prizm && npm run user:password -- admin' 'new password of admin is'
step 'cd /opt/prizm && npm run db:export -- /root/prizm.sql' 'psql'
step 'loaded=$(openssl rand -hex 8); cd / && runuser --user=postgres -- psql <<SQL
create role loaded login password '"'"'$loaded'"'"';
create database loaded owner loaded encoding '"'UTF8'"' template template0;
SQL'
step 'DATABASE_URL=postgres://loaded:$loaded@127.0.0.1:5432/loaded; psql --no-psqlrc --quiet --pset=pager=off --set=ON_ERROR_STOP=1 --single-transaction --file=/root/prizm.sql "$DATABASE_URL"' 'All .* tables with .* rows equal'
fails 'psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --single-transaction --file=/root/prizm.sql "$DATABASE_URL"' 'already exists'
unset DATABASE_URL
fi

if has damaged; then
say ""; say "== A damaged embedded database"
step 'cp -a /root/embedded/database /root/embedded/database-2026-11-20'
step 'f=$(find /root/embedded/database/base -type f -size +64k | head -1); dd if=/dev/urandom of=$f bs=8192 seek=3 count=1 conv=notrunc'
fails 'cd /opt/prizm && timeout 120 npm run serve' 'has a damaged database'
step 'mv /root/embedded/database /root/embedded/database-damaged'
step 'cp -a /root/embedded/database-2026-11-20 /root/embedded/database'
step 'cd /opt/prizm && (setsid npm run serve > /root/embedded.log 2>&1 & ) ; curl --fail --retry 120 --retry-delay 1 --retry-connrefused http://127.0.0.1:3999/readyz' 'ok'
step 'kill -TERM $(pgrep -f "max-semi-space-size=8 dist/server/server.js" -u root)'
fi
unset DATA_DIR PORT DEMO_DATA SEED

if has pooler; then
say ""; say "== Behind a connection pooler (lab R08 does it with 300 orders)"
step 'DEBIAN_FRONTEND=noninteractive apt-get install --yes pgbouncer'
say "   pgbouncer.ini: pool_mode = transaction, auth_type = plain, [databases] prizm = host=127.0.0.1"
fails '(set -a; . /etc/prizm.env; DATABASE_URL=${DATABASE_URL/5432/6432}; PORT=3998; set +a; cd /opt/prizm && timeout 60 node dist/server/server.js)' 'Set.DATABASE_POOLER=transaction|Set$'
fi

if has containers; then
say ""; say "== In containers (a machine with Docker)"
step 'apt-get update'
step 'apt-get install --yes ca-certificates curl git openssl'
step 'install --directory --mode=0755 /etc/apt/keyrings'
step 'curl --fail --output /etc/apt/keyrings/docker.asc https://download.docker.com/linux/debian/gpg'
step 'echo "deb [signed-by=/etc/apt/keyrings/docker.asc] https://download.docker.com/linux/debian bookworm stable" > /etc/apt/sources.list.d/docker.list'
step 'apt-get update'
step 'apt-get install --yes docker-ce docker-ce-cli containerd.io docker-compose-plugin'
step 'cd /opt/prizm-0.13.0'
step '(umask 077 && cat > deploy/.env) <<SETTINGS
DATABASE_PASSWORD=$(openssl rand -hex 24)
SESSION_SECRET=$(openssl rand -base64 32)
SECRETS_KEY=$(openssl rand -base64 32)
PUBLIC_URL=https://orders.example.com
SETTINGS'
step 'docker compose --file deploy/compose.yaml up --detach --build --wait'
step 'docker compose --file deploy/compose.yaml logs prizm | grep "Setup token"' 'Setup token'
step 'compose() { docker compose --file deploy/compose.yaml "$@"; }'
step 'compose exec -T database psql --username=postgres --tuples-only --command="select rolsuper from pg_roles where rolname = '"'prizm'"'"' ' f'
step 'compose exec -T prizm id' 'uid=1000'
fails 'compose exec -T prizm touch /opt/prizm/x' 'Read-only file system'
fails 'compose exec -T prizm node scripts/operate.mjs user-password nobody' 'There is no account called nobody'
step 'install --directory --mode=0700 /backups'
step 'compose exec -T database pg_dump --username=postgres --format=custom prizm > /backups/prizm-$(date +%F).dump'
step 'compose stop prizm'
step 'compose exec -T database psql --username=postgres --command="alter database prizm rename to prizm_before" --command="create database prizm owner prizm encoding '"'UTF8'"' template template0"'
step 'compose exec -T database pg_restore --username=postgres --exit-on-error --no-owner --no-privileges --role=prizm --dbname=prizm < /backups/prizm-$(date +%F).dump'
step 'compose start prizm'
step 'docker tag prizm prizm:before'
step 'git pull && compose up --detach --build --wait'
step 'docker tag prizm:before prizm && compose up --detach --no-build --wait'
step 'compose exec -T prizm head -c 200 dist/server/sbom.cdx.json' 'CycloneDX'
step 'compose down'
fi

say ""; say "$n steps, $bad not ok, $nottried replaced because there is no systemd"
[ $bad -eq 0 ]
