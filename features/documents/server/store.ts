const columns = `
  s.id, s.name, s.record_id as "recordId", s.status, s.to_addresses as "to",
  s.cc_addresses as "cc", s.subject, s.message, s.file_name as "fileName", s.attempts,
  s.last_error as "lastError", s.bounced_at as "bouncedAt", s.next_attempt_at as "nextAttemptAt",
  s.queued_at as "queuedAt", coalesce(u.username, '') as "queuedBy", s.sent_at as "sentAt",
  s.pdf_sha256 as "pdfSha256", s.version`

export const readSending = {
  name: 'read_document_sending',
  text: `select ${columns} from document_sendings s left join users u on u.id = s.queued_by
         where s.id = $1`,
}

export const sendingsOfRecord = {
  name: 'read_document_sendings_of_record',
  text: `select ${columns} from document_sendings s left join users u on u.id = s.queued_by
         where s.name = $1 and s.record_id = $2
         order by s.id desc limit 200`,
}

/**
 * SQL of the address of a customer or vendor as documents print it: the contact as an attention
 * line, the street, the city with state and ZIP code, and the country; null if nothing is known.
 * `stored` is the SQL of an address that replaces all but the contact, such as the one for bills;
 * the contact is left out if that address names an attention itself. In TypeScript it is
 * `withAttention`.
 */
export function printedAddress(alias: string, stored = 'null::text'): string {
  const of = (column: string) => `nullif(btrim(${alias}.${column}), '')`
  const region = `nullif(concat_ws(' ', ${of('state')}, ${of('zip_code')}), '')`
  const place = `nullif(concat_ws(', ', ${of('city')}, ${region}), '')`
  const own = [of('address'), place, of('country')].join(', ')
  const address = `coalesce(nullif(${stored}, ''), nullif(concat_ws(e'\\n', ${own}), ''))`
  const contact = of('contact_name')
  const hasAttention = `${address} ~* '\\m(attn|attention)\\M'
    or lower(${contact}) = any (string_to_array(lower(${address}), e'\\n'))`
  const attention = `case when ${hasAttention} then null else 'Attn: ' || ${contact} end`
  return `nullif(concat_ws(e'\\n', ${attention}, ${address}), '')`
}

/** The last email of each of some records for one document kind. */
export const lastOfRecords = {
  name: 'read_last_document_sendings',
  text: `select distinct on (s.record_id) ${columns}
         from document_sendings s left join users u on u.id = s.queued_by
         where s.name = $1 and s.record_id = any($2::int[])
         order by s.record_id, s.id desc`,
}

/** Serializes bulk sends of one document kind. */
export const lockKind = {
  name: 'lock_document_kind',
  text: `select pg_advisory_xact_lock(hashtextextended('sendings ' || $1, 0))`,
}

export const readSentDocument = {
  name: 'read_paper_of_sending',
  text: `select paper, company, file_name as "fileName" from document_sendings where id = $1`,
}

export const addSending = {
  name: 'add_document_sending',
  text: `insert into document_sendings
           (name, record_id, to_addresses, cc_addresses, subject, message, file_name, paper,
            company, queued_by)
         values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9::jsonb, $10)
         returning id`,
}

/**
 * Requeues a failed or uncertain email; any other stays unchanged. One that bounced gets a new
 * Message-ID, so that an earlier report does not count for it.
 */
export const requeue = {
  name: 'requeue_document_sending',
  text: `update document_sendings
         set status = 'queued', attempts = 0, next_attempt_at = now(), handed_over_at = null,
             last_error = case when status = 'failed' then last_error end,
             message_id = case when bounced_at is null then message_id
                               else gen_random_uuid() end,
             bounced_at = null, bounced_addresses = null,
             set_aside_at = null, version = version + 1
         where id = $1 and status in ('failed', 'uncertain')
         returning id`,
}

/** Marks a failed or uncertain email as needing nobody; any other stays unchanged. */
export const setAside = {
  name: 'set_document_sending_aside',
  text: `update document_sendings set set_aside_at = now(), version = version + 1
         where id = $1 and status in ('failed', 'uncertain') and set_aside_at is null
         returning id`,
}

/**
 * Claims up to five due emails for three minutes, so that other nodes skip them. If a due email has
 * failed before, claims only the oldest.
 */
export const claimDue = {
  name: '',
  text: `update document_sendings
         set attempts = attempts + 1, next_attempt_at = now() + interval '180 seconds'
         where id = any (array(
           select id from document_sendings
           where status = 'queued' and next_attempt_at <= now() and handed_over_at is null
           order by id
           limit case when exists (select from document_sendings
                                   where status = 'queued' and next_attempt_at <= now()
                                     and last_error is not null and handed_over_at is null)
                      then 1 else 5 end
           for update skip locked))
         returning id, name, record_id as "recordId", to_addresses as "to", cc_addresses as "cc",
                   subject, message, file_name as "fileName", paper, company,
                   message_id as "messageId", attempts, queued_at as "queuedAt"`,
}

/**
 * Notes that the mail server gets it now. Returns nothing if another node claimed it meanwhile,
 * because drawing the document took longer than the claim.
 */
export const markHandedOver = {
  name: 'mark_document_handed_over',
  // The version before claims by `next_attempt_at` alone, and must not claim this one.
  text: `update document_sendings
         set handed_over_at = now(), next_attempt_at = now() + interval '1 day'
         where id = $1 and status = 'queued' and attempts = $2 and handed_over_at is null
         returning handed_over_at::text as "handedOverAt"`,
}

/**
 * Ends the emails whose node stopped between handing them over and recording the answer. Nobody
 * knows whether they were sent, so none is sent again without a person. Ten minutes are longer than
 * the mail library waits in all: 10 s to connect, 10 s to be greeted, 30 s for each answer.
 */
export const markUncertain = {
  name: '',
  text: `update document_sendings
         set status = 'uncertain', last_error = $1, version = version + 1, next_attempt_at = now()
         where status = 'queued' and handed_over_at < now() - interval '10 minutes'`,
}

export const markSent = {
  name: 'mark_document_sent',
  text: `update document_sendings
         set status = 'sent', sent_at = now(), last_error = $2, pdf_sha256 = $3,
             handed_over_at = null, version = version + 1
         where id = $1 and status in ('queued', 'uncertain')`,
}

/** After an outage, all delayed emails become due at once, in the order they were queued. */
export const requeueDelayed = {
  name: 'release_waiting_documents',
  text: `update document_sendings set next_attempt_at = queued_at
         where status = 'queued' and last_error is not null and handed_over_at is null`,
}

/**
 * Records a failed attempt (`$5`), handed over at `$6` or not at all (null). Does nothing if
 * another node claimed the email meanwhile, which may be handing it over: it would go out twice. A
 * person's retry counts attempts from the beginning, so their number alone does not identify a
 * claim.
 */
export const markFailedAttempt = {
  name: 'mark_document_not_sent',
  text: `update document_sendings
         set status = $2, last_error = $3, version = version + 1, handed_over_at = null,
             next_attempt_at = now() + make_interval(secs => $4)
         where id = $1 and attempts = $5
           and (status = 'uncertain' or status = 'queued'
                and handed_over_at is not distinct from $6::timestamptz)`,
}
