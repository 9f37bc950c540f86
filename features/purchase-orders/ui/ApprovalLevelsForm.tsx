import { listRoles, readDelegates } from '#features/auth/contract.ts'
import { may, roles } from '#features/auth/rules.ts'
import { MoneyField, SelectField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useRead, useWrite } from '#platform/web/api.ts'
import { mostLevels } from '../approval-levels.ts'
import {
  type ApprovalLevels,
  approvalLevelsForm,
  readApprovalLevels,
  updateApprovalLevels,
} from '../contract.ts'

/** `who` is `role:` with a name or `user:` with an id; empty for a level that is not used. */
type Values = { levels: { upTo: string; who: string }[] }
type ApprovalLevelsFormProps = { levels: ApprovalLevels; onClose: () => void }

/** The form of the approval chain: up to five levels, each for a role or a person. */
export function ApprovalLevelsForm({ levels, onClose }: ApprovalLevelsFormProps) {
  const options = useApprovers()
  const write = useWrite(updateApprovalLevels, {
    refreshes: [readApprovalLevels],
    success: 'Approval levels updated successfully',
    failure: 'Failed to update the approval levels',
  })
  const values = valuesOf(levels)
  return (
    <FormDialog
      title="Approval Levels"
      description="Leave the amount of the last level empty. Without levels one approval is enough."
      schema={approvalLevelsForm}
      values={values}
      toWire={toWire}
      submitLabel="Update Levels"
      onClose={onClose}
      onSave={(body, { idempotencyKey }) => write.run({ body, idempotencyKey })}
    >
      <div className="grid gap-4">
        {values.levels.map((_, index) => (
          <div key={index} className="grid gap-4 md:grid-cols-2">
            <SelectField
              name={`levels.${index}.who`}
              label={`Level ${index + 1}: approved by`}
              options={options}
            />
            <MoneyField name={`levels.${index}.upTo`} label={`Level ${index + 1}: up to`} />
          </div>
        ))}
      </div>
    </FormDialog>
  )
}

/** The roles and persons that may approve purchase orders. */
function useApprovers() {
  const { data: own } = useRead(listRoles, { query: { limit: 200 } })
  const { data: people } = useRead(readDelegates)
  const names = [
    ...roles.filter((role) => may({ role }, 'purchaseOrders.approve')),
    ...(own ?? [])
      .filter(({ permissions }) => permissions.includes('purchaseOrders.approve'))
      .map(({ name }) => name),
  ]
  return [
    { value: '', label: 'Not used' },
    ...names.map((name) => ({ value: `role:${name}`, label: `Role ${name}` })),
    ...(people?.users ?? []).map(({ id, username }) => ({ value: `user:${id}`, label: username })),
  ]
}

function valuesOf({ levels }: ApprovalLevels): Values {
  return {
    levels: Array.from({ length: mostLevels }, (_, index) => {
      const { upTo = null, role = null, userId = null } = levels[index] ?? {}
      const person = userId === null ? '' : `user:${userId}`
      return { upTo: upTo ?? '', who: role === null ? person : `role:${role}` }
    }),
  }
}

function toWire({ levels }: Values) {
  return {
    levels: levels
      .filter(({ who }) => who !== '')
      .map(({ upTo, who }) => ({
        upTo: upTo.trim() === '' ? null : upTo,
        role: who.startsWith('role:') ? who.slice(5) : null,
        userId: who.startsWith('user:') ? Number(who.slice(5)) : null,
      })),
  }
}
