import { listSpec } from '#platform/server/lists/list-sql.ts'
import { sumSpecOf } from '#platform/server/lists/list-sums.ts'
import { ediDocumentList, ediInterchangeList, ediPartnerList } from '../contract.ts'

export const partnerList = listSpec(ediPartnerList, {
  columns: `p.id, p.name, p.kind, p.customer_id as "customerId",
    c.customer_code as "customerCode", p.qualifier, p.identifier,
    p.own_qualifier as "ownQualifier", p.own_identifier as "ownIdentifier", p.usage,
    p.unknown_sku as "unknownSku", p.folder, p.is_active as "isActive",
    (select max(i.created_at) from edi_interchanges i
     where i.partner_id = p.id and i.direction = 'in') as "lastHeardAt", p.version`,
  from: 'edi_partners p left join customers c on c.id = p.customer_id',
  where: 'true',
  id: 'p.id',
  fields: {
    id: 'p.id',
    name: 'p.name collate "und-x-icu"',
    customerId: 'p.customer_id',
  },
  search: ['p.name', 'p.identifier', 'c.customer_code'],
  values: [],
})

export const interchangeList = listSpec(ediInterchangeList, {
  columns: `i.id, i.direction, i.partner_id as "partnerId", p.name as "partnerName",
    lpad(i.control_number::text, 9, '0') as "controlNumber", i.usage, i.state, i.ta1, i.reason,
    i.file_name as "fileName",
    coalesce((select string_agg(d.set_id, ', ' order by d.id) from edi_documents d
              where d.interchange_id = i.id), '') as sets,
    coalesce((select string_agg(distinct d.reference, ', ') from edi_documents d
              where d.interchange_id = i.id), '') as "references",
    length(i.raw) as size, i.sha256, i.answer_to as "answerTo", i.created_at as "createdAt",
    i.sent_at as "sentAt", i.acknowledged_at as "acknowledgedAt"`,
  from: 'edi_interchanges i left join edi_partners p on p.id = i.partner_id',
  where: 'true',
  id: 'i.id',
  fields: {
    id: 'i.id',
    direction: 'i.direction',
    state: 'i.state',
    partnerId: 'i.partner_id',
  },
  search: ['p.name', "lpad(i.control_number::text, 9, '0')", 'i.file_name', 'i.reason'],
  values: [],
})

/** The partner of a set; 0 for an unknown sender. */
const partnerId = 'coalesce(i.partner_id, 0)'

export const documentList = listSpec(ediDocumentList, {
  columns: `d.id, d.interchange_id as "interchangeId", i.direction,
    ${partnerId} as "partnerId", p.name as "partnerName",
    d.set_id as "setId", d.reference, d.state, d.reason, d.needs_person as "needsPerson",
    d.settled_at as "settledAt", d.note, o.order_number as "orderNumber",
    d.created_at as "createdAt"`,
  from: `edi_documents d join edi_interchanges i on i.id = d.interchange_id
    left join edi_partners p on p.id = i.partner_id
    left join sales_orders o on o.id = d.sales_order_id`,
  where: 'true',
  id: 'd.id',
  fields: {
    id: 'd.id',
    direction: 'i.direction',
    setId: 'd.set_id',
    state: 'd.state',
    salesOrderId: 'd.sales_order_id',
    partnerId,
    open: { sql: '(d.needs_person and d.settled_at is null)::text', type: 'text' },
  },
  search: ['d.reference', 'p.name', 'o.order_number', 'd.reason'],
  values: [],
})

export const summedDocuments = sumSpecOf(ediDocumentList, documentList, {
  groups: { partner: { key: partnerId, label: "coalesce(p.name, 'Unknown')" } },
})

const fileName = `coalesce(i.file_name, concat('interchange-', i.id, '.edi')) as "fileName"`

export const readRaw = {
  name: 'read_edi_interchange_text',
  text: `select i.raw, ${fileName} from edi_interchanges i where i.id = $1`,
}

export const readAnswers = {
  name: 'read_edi_answers',
  text: `select i.raw, ${fileName},
                coalesce((select min(d.set_id) from edi_documents d where d.interchange_id = i.id),
                         'TA1') as what
         from edi_interchanges i
         where i.answer_to = $1 order by i.id`,
}

export const readDocumentsOf = {
  name: 'read_edi_documents_of_interchange',
  text: `select ${documentList.columns} from ${documentList.from}
         where d.interchange_id = $1 order by d.id`,
}

/** Finds a partner by ISA05 and ISA06, ignoring case, because partners also write lowercase. */
export const findPartner = {
  name: 'find_edi_partner',
  text: `select p.id, p.name, p.kind, p.customer_id as "customerId",
                c.customer_code as "customerCode", p.qualifier, p.identifier,
                p.own_qualifier as "ownQualifier", p.own_identifier as "ownIdentifier", p.usage,
                p.unknown_sku as "unknownSku", p.folder, p.keeper_id as "keeperId"
         from edi_partners p left join customers c on c.id = p.customer_id
         where p.qualifier = $1 and upper(p.identifier) = upper($2) and p.is_active
         order by p.identifier = $2 desc limit 1`,
}

/** An active partner by id. */
export const readPartner = {
  name: 'read_edi_partner_of_message',
  text: `select p.id, p.name, p.kind, p.customer_id as "customerId",
                c.customer_code as "customerCode", p.qualifier, p.identifier,
                p.own_qualifier as "ownQualifier", p.own_identifier as "ownIdentifier", p.usage,
                p.unknown_sku as "unknownSku", p.folder, p.keeper_id as "keeperId"
         from edi_partners p left join customers c on c.id = p.customer_id
         where p.id = $1 and p.is_active`,
}

/** A received 850 of a partner. */
export const readOrder850 = {
  name: 'read_edi_order_of_message',
  text: `select d.id, d.interchange_id as "interchangeId", p.id as "partnerId",
                d.hold_wished_by as "heldBy", d.body
         from edi_documents d join edi_interchanges i on i.id = d.interchange_id
         join edi_partners p on p.id = i.partner_id
         where d.id = $1 and d.set_id = '850' and i.direction = 'in'`,
}

/** Writes what became of a set when it was run again. */
export const updateDocumentOutcome = {
  name: 'update_outcome_of_edi_document',
  text: `update edi_documents
         set state = $2, reason = $3, needs_person = $4, sales_order_id = $5,
             hold_wished_by = case when $5::int is null then hold_wished_by end,
             settled_at = null, settled_by = null, note = null
         where id = $1`,
}

/** The identifiers of all active partners, and ours for each of them. */
export const readParties = {
  name: 'read_edi_parties',
  text: `select qualifier, identifier, own_qualifier as "ownQualifier",
                own_identifier as "ownIdentifier"
         from edi_partners where is_active`,
}

export const nextControlNumber = {
  name: 'make_edi_control_number',
  text: `insert into edi_control_numbers (partner_id, direction) values ($1, $2)
         on conflict do nothing`,
}

export const lockControl = {
  name: 'lock_edi_control_number',
  text: `select last, epoch from edi_control_numbers
         where partner_id = $1 and direction = $2 for update`,
}

export const moveControl = {
  name: 'move_edi_control_number',
  text: `update edi_control_numbers set last = $3, epoch = $4
         where partner_id = $1 and direction = $2`,
}

export const findNumber = {
  name: 'find_edi_interchange_number',
  text: `select id, sha256 from edi_interchanges
         where partner_id = $1 and direction = $2 and epoch = $3 and control_number = $4
           and state not in ('refused', 'duplicate', 'quarantined')`,
}

export const addInterchange = {
  name: 'add_edi_interchange',
  text: `insert into edi_interchanges
           (partner_id, direction, control_number, epoch, usage, state, ta1, reason, file_name,
            sha256, raw, answer_to, created_by)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
         returning id`,
}

export const updateInterchangeState = {
  name: 'judge_edi_interchange',
  text: 'update edi_interchanges set state = $2, reason = $3 where id = $1',
}

export const addDocument = {
  name: 'add_edi_document',
  text: `insert into edi_documents
           (interchange_id, set_id, group_control, set_control, sha256, reference, state, reason,
            needs_person, sales_order_id, tells, body, hold_wished_by)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::jsonb, $13)
         returning id`,
}

/** Reads and clears the hold requests for a partner's orders, by PO number: the latest of each. */
export const claimHoldRequests = {
  name: 'take_edi_hold_wishes',
  text: `with taken as (
           update edi_documents d set hold_wished_by = null
           from edi_documents w join edi_interchanges i on i.id = w.interchange_id
           where d.id = w.id and w.hold_wished_by is not null
             and lower(w.reference) = any($2::text[])
             and i.partner_id = $1 and i.direction = 'in'
           returning d.id, lower(w.reference) as reference, w.hold_wished_by as by
         )
         select distinct on (reference) reference, by from taken order by reference, id desc`,
}

export const findDuplicateSet = {
  name: 'find_same_edi_document',
  text: `select d.id from edi_documents d join edi_interchanges i on i.id = d.interchange_id
         where d.sha256 = $1 and d.group_control = $2 and d.set_control = $3
           and i.partner_id = $4 and i.direction = 'in'
           and d.state not in ('rejected', 'duplicate')
         limit 1`,
}

export const requeueAnswers = {
  name: 'send_edi_answers_again',
  text: `update edi_interchanges set state = 'ready'
         where answer_to = $1 and state in ('sent', 'acknowledged')`,
}

export const settleDocument = {
  name: 'settle_edi_document',
  text: `update edi_documents
         set settled_at = now(), settled_by = $2, note = $3, hold_wished_by = null
         where id = $1 and needs_person and settled_at is null returning id`,
}

/** Undoes the settlement of a document. */
export const reopenDocument = {
  name: 'reopen_edi_document',
  text: `update edi_documents set settled_at = null, settled_by = null, note = null
         where id = $1 and needs_person and settled_at is not null returning id`,
}

/** Settles the open copies of an 850 that have no message of their own in the intake inbox. */
export const settleCopies = {
  name: 'settle_copies_of_edi_document',
  text: `update edi_documents
         set settled_at = now(), settled_by = $2, note = $3, hold_wished_by = null
         where id in (
           select c.id
           from edi_documents d
           join edi_interchanges i on i.id = d.interchange_id
           join edi_documents c on c.sha256 = d.sha256 and c.set_id = d.set_id and c.id <> d.id
           join edi_interchanges ci on ci.id = c.interchange_id
             and ci.partner_id = i.partner_id and ci.direction = i.direction
           where d.id = $1 and c.needs_person and c.settled_at is null
             and not exists (select m.id from intake_messages m
                             where m.source_key = concat('edi_document ', c.id)))
         returning id`,
}
