// Invalid states of requisitions, inserted by the invariants test and rolled back.

const insertRequisition = `insert into requisitions (requisition_number, status, reason, created_by)
  values ('PLANTED', 'approved', 'planted', 1);
  insert into requisition_items (requisition_id, line_no, description, quantity)
  select id, 1, 'planted', 1 from requisitions where requisition_number = 'PLANTED';`
const planted = `(select id from requisitions where requisition_number = 'PLANTED')`
const walked = `insert into audit_log (entity, entity_id, action, from_status, to_status)
  values ('requisition', ${planted}, 'create', null, 'draft'),
         ('requisition', ${planted}, 'submit', 'draft', 'submitted'),
         ('requisition', ${planted}, 'approve', 'submitted', 'approved');`

/** Violations and the view that must report each. */
export const brokenRequisitions: [view: string, what: string, statements: string][] = [
  ['inv_06_requisitions', 'a request that nobody made', insertRequisition],
  [
    'inv_06_requisitions',
    'a request for nothing',
    `${insertRequisition} ${walked}
     delete from requisition_items where requisition_id = ${planted}`,
  ],
  ['inv_09_requisitions', 'a request approved by nobody', `${insertRequisition} ${walked}`],
  [
    'inv_09_requisitions',
    'a request approved by who made it',
    `${insertRequisition} ${walked}
     insert into approvals (entity, entity_id, action, approver_id)
     values ('requisition', ${planted}, 'approve', 1)`,
  ],
]

/** Legal writes: they leave every view empty. */
export const validRequisitions: [what: string, statements: string][] = [
  [
    'a request approved by somebody else',
    `${insertRequisition} ${walked}
     insert into approvals (entity, entity_id, action, approver_id)
     values ('requisition', ${planted}, 'approve', 2)`,
  ],
]
