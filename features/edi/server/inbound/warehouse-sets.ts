import { type Context, rows, send } from '#platform/server/database/db.ts'
import * as store from '../store.ts'
import type { Partner } from '../outbound/export-interchange.ts'
import type { Segment } from '../../x12.ts'

// Access to the inbound X12 sets of the warehouse, and to the warehouse as an EDI partner.

/** A set from the warehouse, with the date and time of its interchange. */
export type WarehouseSet = {
  id: number
  setId: string
  segments: Segment[]
  date: string
  time: string
}

export const readLimit = 100

const readSetsAfter = {
  name: 'read_edi_documents_of_warehouse',
  text: `select d.id, d.set_id as "setId", d.body as segments,
                '20' || substr(i.raw, 71, 6) as date, substr(i.raw, 78, 4) as time
         from edi_documents d join edi_interchanges i on i.id = d.interchange_id
         where i.partner_id = $1 and i.direction = 'in' and d.id > $2
           and d.set_id = any($3::text[])
           and (d.state = 'waiting' or d.state = 'noted' and not $4::boolean)
         order by d.id limit ${readLimit}`,
}

const markUpTo = {
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

type FileFilter = { after: number; sets: readonly string[]; isNew?: boolean }

/** Reads up to 100 sets after an ID, in order; `isNew` omits sets already processed. */
export function readWarehouseSets(
  ctx: Context,
  partnerId: number,
  { after, sets, isNew = false }: FileFilter,
): Promise<WarehouseSet[]> {
  return rows<WarehouseSet>(ctx.db, readSetsAfter, [partnerId, after, sets, isNew])
}

const markProcessed = {
  name: 'note_edi_documents_of_warehouse_done',
  text: `update edi_documents d set state = 'noted'
         from edi_interchanges i
         where i.id = d.interchange_id and i.partner_id = $1 and i.direction = 'in'
           and d.id = any($2::int[]) and d.state = 'waiting'`,
}

/** Marks these sets as processed. */
export function markSetsProcessed(
  ctx: Context,
  partnerId: number,
  ids: readonly number[],
): Promise<void> {
  return send(ctx, markProcessed, [partnerId, ids])
}

/** Marks all waiting sets up to an ID as processed. */
export async function markProcessedUpTo(
  ctx: Context,
  partnerId: number,
  { upTo, sets }: { upTo: number; sets: readonly string[] },
): Promise<void> {
  await send(ctx, markUpTo, [partnerId, upTo, sets])
}

/** An acknowledged set of ours; `isAgain` if it cancels or changes a document. */
type AcknowledgedDocument = {
  id: number
  reference: string | null
  state: 'accepted' | 'rejected'
  tells: string | null
  isAgain: boolean
  isCancel: boolean
}

/** Reads the sets of one of our interchanges that were accepted or rejected. */
export function acknowledgedIn(ctx: Context, partnerId: number, control: number) {
  return rows<AcknowledgedDocument>(ctx.db, findAnswered, [partnerId, control])
}

const upsertPartner = {
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

/** Upserts the warehouse's EDI partner; undefined if the identifier belongs to a customer. */
export async function warehousePartner(
  ctx: Context,
  { identifier, ownIdentifier, usage }: WarehouseIds,
): Promise<Partner | undefined> {
  const findWarehouse = () => rows<Partner>(ctx.db, store.findPartner, ['ZZ', identifier])
  const [existing] = await findWarehouse()
  const isSame = existing?.ownIdentifier === ownIdentifier && existing.usage === usage
  if (existing && isSame) return existing.kind === 'warehouse' ? existing : undefined
  await rows(ctx.db, upsertPartner, [identifier, ownIdentifier, usage])
  const [found] = await findWarehouse()
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

/** The set types received from the warehouse and not yet processed, with the time of the latest. */
export async function readWaitingSetTypes(ctx: Context): Promise<Map<string, string>> {
  const found = await rows<{ setId: string; cameAt: string }>(ctx.db, readWaitingSets)
  return new Map(found.map(({ setId, cameAt }) => [setId, cameAt]))
}
