cd /tmp/wt/api-bulk
date -u > /tmp/batchC.log
timeout 190 npx vitest run --project api app/tests/clients features/customers/server/upsert.api.test.ts > /tmp/batchC.clients 2>&1
date -u >> /tmp/batchC.log
timeout 100 npx tsc -p tsconfig.json --noEmit > /tmp/batchC.tsc 2>&1; echo "tsc $?" >> /tmp/batchC.log
date -u >> /tmp/batchC.log
timeout 60 npx vitest run --project rules --project tidy features/customers/rules.test.ts tidy.test.ts > /tmp/batchC.tidy 2>&1
npx oxfmt --check $(cd /tmp/wt/api-bulk && git diff --name-only 56c63279 -- '*.ts' '*.mjs' | tr '\n' ' ') > /tmp/batchC.fmt 2>&1
timeout 90 npx vitest run --project api app/tests/books/description.test.ts app/tests/books/problem-codes.test.ts app/tests/access/unknown-names.api.test.ts app/tests/access/mass-assignment.api.test.ts app/tests/access/text-limits.api.test.ts > /tmp/batchC.api 2>&1
date -u >> /tmp/batchC.log
