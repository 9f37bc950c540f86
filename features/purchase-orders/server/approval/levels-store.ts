import { ownGrants } from '#features/auth/server/service.ts'

/** The levels of the approval chain, in order, with the name of the role or person. */
export const readLevels = {
  name: 'read_purchase_approval_levels',
  text: `select l.level, l.up_to as "upTo", l.role, l.user_id as "userId", u.username
         from purchase_approval_levels l left join users u on u.id = l.user_id
         order by l.level`,
}

/** One writer at a time; approvals that run meanwhile read the levels before the change. */
export const lockLevels = {
  name: 'lock_purchase_approval_levels',
  text: 'select pg_advisory_xact_lock(727291)',
}

export const deleteLevels = {
  name: 'delete_purchase_approval_levels',
  text: 'delete from purchase_approval_levels',
}

export const findLevelPeople = {
  name: 'find_people_of_approval_levels',
  text: `select u.id, u.username, u.role, ${ownGrants} as grants from users u
         where u.is_active and u.id = any ($1::int[])`,
}

export const readLevelApprovals = {
  name: 'read_purchase_level_approvals',
  text: `select order_id as "orderId", level, approved_by as "approvedBy",
           on_behalf_of as "onBehalfOf"
         from purchase_level_approvals
         where order_id = any($1::int[]) and ended_at is null
         order by order_id, level`,
}

/** An order that is submitted again begins with the first level. */
export const endLevelApprovals = {
  name: 'end_purchase_level_approvals',
  text: `update purchase_level_approvals set ended_at = now()
         where order_id = any($1::int[]) and ended_at is null`,
}

export const readNamedApprovals = {
  name: 'read_named_purchase_level_approvals',
  text: `select a.level, u.username as by, f.username as "onBehalfOf", a.approved_at as at
         from purchase_level_approvals a join users u on u.id = a.approved_by
           left join users f on f.id = a.on_behalf_of
         where a.order_id = $1 and a.ended_at is null
         order by a.level`,
}

export const listApprovingRoles = {
  name: 'list_approving_own_roles',
  text: `select name from own_roles
         where 'purchaseOrders.approve' = any (permissions)
         order by name_folded`,
}

/** The active persons with a built-in role of `$1`, or an own role that approves. */
export const findApprovers = {
  name: 'find_approvers_of_purchase_orders',
  text: `select u.id, u.username from users u
         where u.is_active
           and (u.role = any ($1::text[])
                or exists (select from own_roles o
                           where o.id = u.own_role_id
                             and 'purchaseOrders.approve' = any (o.permissions)))
         order by lower(u.username), u.id
         limit 500`,
}

/** Locks them until the open transaction ends, so that none is deleted or renamed meanwhile. */
export const lockApprovingRoles = {
  name: 'lock_approving_own_roles',
  text: `select id, name from own_roles
         where name = any ($1::text[]) and 'purchaseOrders.approve' = any (permissions)
         order by id for key share`,
}
