import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'

// For every SQLSTATE of an unavailable database, requests, readiness and health return a specific
// message and recover when the database does. The states are from PostgreSQL, appendix A.

let prizm: TestApp
let as: string
beforeAll(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
  // While `refusing` holds a state, every write to any table fails with that state.
  await prizm.database.pool.query(`
    create table refusing (state text);
    create function refuse() returns trigger language plpgsql as $$
      declare found text;
      begin
        select state into found from refusing;
        if found is not null then raise exception 'made up' using errcode = found; end if;
        return null;
      end $$;
    do $$ declare name text; begin
      for name in select relname from pg_class
                  where relkind = 'r' and relnamespace = 'public'::regnamespace
                    and relname <> 'refusing'
      loop
        execute format('create trigger refuse before insert or update or delete on %I
                        for each statement execute function refuse()', name);
      end loop;
    end $$`)
})
afterAll(() => prizm.close())

const refuseWith = async (state: string | undefined) => {
  await prizm.database.pool.query('delete from refusing')
  if (state) await prizm.database.pool.query('insert into refusing values ($1)', [state])
}
const get = (url: string) => prizm.app.inject({ method: 'GET', url })
const save = () => prizm.call('POST', '/api/vendors', { as, body: vendor() })
let count = 0
const vendor = () => ({
  vendorCode: `V-${++count}`,
  name: 'Acme Tools',
  email: 'a@acme.example.com',
})

const refuses = 'The database rejects the program’s login. An administrator must check DATABASE_URL'
const lost = 'The connection to the database was lost. Try again shortly'

test.each([
  ['28000', 'database-refuses', refuses],
  ['28P01', 'database-refuses', refuses],
  ['3D000', 'database-refuses', refuses],
  ['57P04', 'database-refuses', refuses],
  ['53100', 'database-full', 'The database disk is full. Nothing can be saved until space'],
  ['53200', 'database-memory', 'The database is out of memory. Try again shortly'],
  ['53300', 'database-connections', 'All database connections are in use. Try again shortly'],
  ['53400', 'database-limit', 'The database has reached a limit of its settings'],
  ['57P01', 'database-unavailable', lost],
  ['57P02', 'database-unavailable', lost],
  ['57P05', 'database-unavailable', lost],
  ['57P03', 'database-unavailable', 'The database is starting or stopping. Try again shortly'],
  ['25006', 'read-only', 'The database is read-only at the moment. Nothing can be saved'],
])('SQLSTATE %s is %s on a call, readiness and health', async (state, code, message) => {
  await refuseWith(state)
  const call = await save()
  expect(call.json()).toMatchObject({ status: 503, code })
  expect(call.json().detail).toContain(message)
  expect(Number(call.headers['retry-after'])).toBeGreaterThan(0)
  await expect.poll(async () => (await get('/readyz')).body).toContain(message)
  expect((await get('/readyz')).statusCode).toBe(503)
  await expect
    .poll(async () => (await get('/api/health')).json())
    .toMatchObject({
      overall: 'unhealthy',
      database: { status: 'unhealthy', error: expect.stringContaining(message) },
    })
  await refuseWith(undefined)
  await expect.poll(async () => (await get('/readyz')).body).toBe('ok')
  await expect.poll(async () => (await save()).statusCode).toBe(201)
})

test.each(['25P03', '25P04', '57014'])('SQLSTATE %s is overloaded on a call', async (state) => {
  await refuseWith(state)
  const call = await save()
  const refused = {
    status: 503,
    code: 'overloaded',
    detail: 'The database took too long to answer. Try again shortly',
  }
  expect(call.json()).toMatchObject(refused)
  expect(Number(call.headers['retry-after'])).toBeGreaterThan(0)
  await refuseWith(undefined)
  expect((await save()).statusCode).toBe(201)
})
