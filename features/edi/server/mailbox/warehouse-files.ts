import { type Context, rows, send } from '#platform/server/database/db.ts'
import * as store from '../store.ts'
import type { Partner } from '../outbound/export-interchange.ts'
import type { Segment } from '../../x12.ts'

// What the exchange with a warehouse reads of the files that came, and how it is a partner.

/** A set that a warehouse left, and the day and time of its interchange. */
export type Came = {
  id: number
  setId: string
  segments: Segment[]
  date: string
  time: string
}

export const readAtOnce = 100

const readBehind = {
  name: 'read_edi_documents_of_warehouse',
  text: `select d.id, d.set_id as "setId", d.body as segments,
                '20' || substr(i.raw, 71, 6) as date, substr(i.raw, 78, 4) as time
         from edi_documents d join edi_interchanges i on i.id = d.interchange_id
         where i.partner_id = $1 and i.direction = 'in' and d.id > $2
           and d.set_id = any($3::text[])
           and (d.state = 'waiting' or d.state = 'noted' and not $4::boolean)
         order by d.id limit ${readAtOnce}`,
}

const note = {
  name: 'note_edi_documents_of_warehouse_read',
  text: `update edi_documents d set state = 'noted'
         from edi_interchanges i
         where i.id = d.interchange_id and i.partner_id = $1 and i.direction = 'in'
           and d.id <= $2 and d.set_id = any($3::text[]) and d.state = 'waiting'`,
}

const findAnswered = {
  name: 'find_edi_documents_answered',
  text: `select d.id, d.reference, d.state, d.tells,
                d.set_id in ('940', '943') and d.body #>> '{0,1}' in ('F', 'R') as "isAgain",
                d.body #>> '{0,1}' = 'F' as "isCancel"
         from edi_documents d
         join edi_interchanges i on i.id = d.interchange_id
         where i.partner_id = $1 and i.direction = 'out' and i.control_number = $2
           and d.state in ('accepted', 'rejected')`,
}

type Wanted = { after: number; sets: readonly string[]; isNew?: boolean }

/** The sets that came behind one, in their order; `isNew` leaves out what was done with. */
export function readCame(
  ctx: Context,
  partnerId: number,
  { after, sets, isNew = false }: Wanted,
): Promise<Came[]> {
  return rows<Came>(ctx.db, readBehind, [partnerId, after, sets, isNew])
}

const noteThese = {
  name: 'note_edi_documents_of_warehouse_done',
  text: `update edi_documents d set state = 'noted'
         from edi_interchanges i
         where i.id = d.interchange_id and i.partner_id = $1 and i.direction = 'in'
           and d.id = any($2::int[]) and d.state = 'waiting'`,
}

/** Notes that some sets were done with. */
export function noteDone(ctx: Context, partnerId: number, ids: readonly number[]): Promise<void> {
  return send(ctx, noteThese, [partnerId, ids])
}

/** Notes that sets were read and done with, up to one. */
export async function noteRead(
  ctx: Context,
  partnerId: number,
  { upTo, sets }: { upTo: number; sets: readonly string[] },
): Promise<void> {
  await send(ctx, note, [partnerId, upTo, sets])
}

/** A set of ours that was answered; `isAgain` where it takes a document back or changes it. */
type Answered = {
  id: number
  reference: string | null
  state: 'accepted' | 'rejected'
  tells: string | null
  isAgain: boolean
  isCancel: boolean
}

/** The sets of an interchange of ours that were taken or refused. */
export function answeredIn(ctx: Context, partnerId: number, control: number) {
  return rows<Answered>(ctx.db, findAnswered, [partnerId, control])
}

const keepPartner = {
  name: 'keep_edi_partner_of_warehouse',
  text: `insert into edi_partners as p
           (name, kind, qualifier, identifier, own_qualifier, own_identifier, usage)
         values ('Warehouse', 'warehouse', 'ZZ', $1, 'ZZ', $2, $3)
         on conflict (qualifier, identifier) do update
           set own_identifier = excluded.own_identifier, usage = excluded.usage, is_active = true,
               updated_at = now(), version = p.version + 1
           where p.kind = 'warehouse'
             and (p.own_identifier, p.usage, p.is_active)
                 is distinct from (excluded.own_identifier, excluded.usage, true)`,
}

export type WarehouseIds = { identifier: string; ownIdentifier: string; usage: string }

/** The warehouse as a partner; undefined where its identifier belongs to a customer. */
export async function warehousePartner(
  ctx: Context,
  { identifier, ownIdentifier, usage }: WarehouseIds,
): Promise<Partner | undefined> {
  const find = () => rows<Partner>(ctx.db, store.findPartner, ['ZZ', identifier])
  const [before] = await find()
  const isSame = before?.ownIdentifier === ownIdentifier && before.usage === usage
  if (before && isSame) return before.kind === 'warehouse' ? before : undefined
  await rows(ctx.db, keepPartner, [identifier, ownIdentifier, usage])
  const [found] = await find()
  return found?.kind === 'warehouse' ? found : undefined
}

const readWaitingSets = {
  name: 'read_sets_of_warehouse_that_wait',
  text: `select d.set_id as "setId", max(d.created_at) as "cameAt"
         from edi_documents d
         join edi_interchanges i on i.id = d.interchange_id and i.direction = 'in'
         join edi_partners p on p.id = i.partner_id and p.kind = 'warehouse'
         where d.state = 'waiting' group by d.set_id`,
}

/** Which sets of the warehouse have come and were not done with yet, and when the last one came. */
export async function waitingSets(ctx: Context): Promise<Map<string, string>> {
  const found = await rows<{ setId: string; cameAt: string }>(ctx.db, readWaitingSets)
  return new Map(found.map(({ setId, cameAt }) => [setId, cameAt]))
}
