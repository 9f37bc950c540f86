import { MoneyField, SelectField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { linesToWire } from '#platform/ui/form/line-index-map.ts'
import { useRead, useWrite } from '#platform/web/api-hooks.ts'
import { mostLevels } from '../approval-levels.ts'
import {
  type ApprovalLevels,
  approvalLevelsForm,
  readApprovalLevels,
  readApprovers,
  updateApprovalLevels,
} from '../contract.ts'

/** `role` is `role:` with a name or `user:` with an id; empty for a level that is not used. */
type Values = { levels: { upTo: string; role: string }[] }
type ApprovalLevelsFormProps = { levels: ApprovalLevels; onClose: () => void }

/** The form of the approval chain: up to five levels, each for a role or a person. */
export function ApprovalLevelsForm({ levels, onClose }: ApprovalLevelsFormProps) {
  const options = useApprovers(levels)
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
              name={`levels.${index}.role`}
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

/** The roles and persons that may approve purchase orders, and those that the levels have now. */
function useApprovers({ levels }: ApprovalLevels) {
  const { data } = useRead(readApprovers)
  const present = levels.map(({ role, userId, username }) =>
    role === null ? { value: `user:${userId}`, label: username ?? '' } : roleOption(role),
  )
  const offered = [
    ...(data?.roles ?? []).map(roleOption),
    ...(data?.users ?? []).map(({ id, username }) => ({ value: `user:${id}`, label: username })),
  ]
  const others = present.filter(({ value }) => offered.every((each) => each.value !== value))
  const unique = others.filter(
    ({ value }, index) => others.findIndex((each) => each.value === value) === index,
  )
  return [{ value: '', label: 'Not used' }, ...offered, ...unique]
}

const roleOption = (name: string) => ({ value: `role:${name}`, label: `Role ${name}` })

function valuesOf({ levels }: ApprovalLevels): Values {
  return {
    levels: Array.from({ length: mostLevels }, (_, index) => {
      const { upTo = null, role = null, userId = null } = levels[index] ?? {}
      const person = userId === null ? '' : `user:${userId}`
      return { upTo: upTo ?? '', role: role === null ? person : `role:${role}` }
    }),
  }
}

function toWire({ levels }: Values) {
  return {
    levels: linesToWire(levels, ({ upTo, role: who }) =>
      who === ''
        ? undefined
        : {
            upTo: upTo.trim() === '' ? null : upTo,
            role: who.startsWith('role:') ? who.slice(5) : null,
            userId: who.startsWith('user:') ? Number(who.slice(5)) : null,
          },
    ),
  }
}
