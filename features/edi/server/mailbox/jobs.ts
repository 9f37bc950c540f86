import { join } from 'node:path'
import { notify } from '#features/notifications/server/service.ts'
import type { Config } from '#platform/server/runtime/config.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { describeError } from '#platform/server/runtime/error-serializer.ts'
import {
  isBreakerOpen,
  recordFailure,
  recordSuccess,
} from '#platform/server/jobs/outside-service-failures.ts'
import { refusalOf } from '#platform/server/database/pg-errors.ts'
import { WideFolder } from '#platform/server/embedded/private-folder.ts'
import type { Job } from '#platform/server/jobs/worker.ts'
import { type FailedFile, pollMailbox } from './mailbox-sync.ts'
import { folderMailbox } from './mailbox.ts'
import { exportInvoices810 } from '../outbound/invoice-810.ts'
import { exportShipNotices856 } from '../outbound/ship-notice-856.ts'
import { acknowledgmentHours } from '../../rules.ts'

const pollEveryMs = 5000
const exportEveryMs = 5000
const unansweredEveryMs = 600_000

const readFolders = {
  name: 'read_edi_folders',
  text: `select id, name, folder from edi_partners
         where kind = 'customer' and is_active and folder is not null order by id`,
}

/** The directory of the partner folders. */
export function ediFolder({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string {
  return join(DATA_DIR, 'edi')
}

/** The EDI background jobs, which run on worker nodes. */
export function ediJobs(config: Pick<Config, 'DATA_DIR'>): Job[] {
  return [
    {
      name: 'edi files',
      everyMs: pollEveryMs,
      run: (ctx) => pollMailboxes(ctx, ediFolder(config)),
    },
    {
      name: 'edi invoices and ship notices',
      everyMs: exportEveryMs,
      run: async (ctx) => {
        await exportShipNotices856({ ...ctx, channel: 'edi' })
        await exportInvoices810({ ...ctx, channel: 'edi' })
      },
    },
    {
      name: 'edi unacknowledged interchanges',
      everyMs: unansweredEveryMs,
      run: notifyUnacknowledged,
    },
  ]
}

/** Polls the mailbox folder of every active customer partner. */
export async function pollMailboxes(ctx: Context, root: string): Promise<void> {
  type Row = { id: number; name: string; folder: string }
  for (const { id, name, folder } of await rows<Row>(ctx.db, readFolders)) {
    const exchange = { part: `edi-${id}`, title: `The files of ${name} cannot be exchanged`, link }
    if (await isBreakerOpen(ctx, exchange)) continue
    // A failure with one partner does not stop the exchange with the others.
    await pollPartnerMailbox(ctx, { id, name, folder: join(root, folder) }).then(
      () => recordSuccess(ctx, exchange),
      async (error: unknown) => {
        if (refusalOf(error)?.status === 503) throw error
        await recordFailure(ctx, exchange, describeError(error))
      },
    )
  }
}

const link = '/edi'

async function pollPartnerMailbox(
  ctx: Context,
  { id, name, folder }: { id: number; name: string; folder: string },
): Promise<void> {
  const mailbox = await folderMailbox(folder).catch((error: unknown) =>
    notifyOpenFolder(ctx, name, error),
  )
  if (!mailbox) return
  const reportFailedFile = (file: FailedFile) => notifyFailedFile(ctx, name, file)
  await pollMailbox({ ...ctx, channel: 'edi' }, id, { mailbox, onImportFailure: reportFailedFile })
}

/** Notifies admins of a folder that other users can access; it is not used until fixed. */
async function notifyOpenFolder(ctx: Context, partner: string, error: unknown): Promise<undefined> {
  if (!(error instanceof WideFolder)) throw error
  const text = `The folder of ${partner} cannot be used: ${error.message}`
  const roles = ['admin'] as const
  const key = `edi-folder-${partner}`.slice(0, 200)
  const notification = {
    kind: 'system',
    key,
    title: 'EDI folder cannot be used',
    text,
    link: '/edi',
  } as const
  await inTransaction(ctx, (inner) => notify(inner, [{ ...notification, roles }]))
}

/** Notifies of a file that was not stored as an interchange; stored ones are already reported. */
async function notifyFailedFile(
  ctx: Context,
  partner: string,
  { name, reason, isStored }: FailedFile,
) {
  if (isStored) return
  const text = `The file ${name.slice(0, 200)} of ${partner} was rejected: ${reason}`
  const roles = ['admin', 'manager'] as const
  const key = `edi-file-${partner}-${name}`.slice(0, 200)
  const notification = {
    kind: 'system',
    permission: 'edi.mend',
    key,
    title: 'EDI file rejected',
    text,
    link: '/edi',
  } as const
  await inTransaction(ctx, (inner) => notify(inner, [{ ...notification, roles }]))
}

const readUnanswered = {
  name: 'read_edi_without_answer',
  text: `select i.id, p.name, lpad(i.control_number::text, 9, '0') as control
         from edi_interchanges i join edi_partners p on p.id = i.partner_id
         where i.state = 'sent' and i.direction = 'out'
           and i.sent_at < $1::timestamptz - make_interval(hours => ${acknowledgmentHours})
           and exists (select from edi_documents d
                       where d.interchange_id = i.id and d.state = 'waiting')
         order by i.id limit 100`,
}

/** Notifies of interchanges that were not acknowledged within 24 hours, once for each. */
export async function notifyUnacknowledged(ctx: Context): Promise<void> {
  type Row = { id: number; name: string; control: string }
  const found = await rows<Row>(ctx.db, readUnanswered, [ctx.now.toISOString()])
  await inTransaction(ctx, (inner) =>
    notify(
      inner,
      found.map(({ id, name, control }) => ({
        roles: ['admin', 'manager'] as const,
        permission: 'edi.mend' as const,
        kind: 'system' as const,
        key: `edi-unanswered-${id}`,
        title: 'EDI not acknowledged',
        text:
          `${name} has not acknowledged interchange ${control} ` +
          `within ${acknowledgmentHours} hours`,
        link: '/edi?tab=files',
      })),
    ),
  )
}
