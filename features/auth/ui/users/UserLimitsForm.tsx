import { MoneyField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { send } from '#platform/web/api-client.ts'
import {
  listUsers,
  readUserLimits,
  updateUserLimits,
  type UserLimits,
  userLimitsForm,
  type UserRow,
} from '../../contract.ts'

type Values = Record<keyof UserLimits, string>

/** The limits of one user. An empty one is that of the role. */
export function UserLimitsForm({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const write = useWrite(updateUserLimits, {
    refreshes: [listUsers],
    success: `Limits of ${user.username} updated successfully`,
    failure: 'Failed to update the limits',
  })
  return (
    <FormDialog
      title={`Limits of ${user.username}`}
      description="Leave a limit empty for the limit of the role. A limit gives no permission."
      schema={userLimitsForm}
      values={valuesOf(user)}
      toWire={toWire}
      submitLabel="Update Limits"
      onClose={onClose}
      onSave={(body, { idempotencyKey, ifMatch }) =>
        write.run({ params: { id: user.id }, body, idempotencyKey, ifMatch })
      }
      version={user.version}
      reread={() => reload(user)}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <MoneyField
          name="purchaseApprovalLimit"
          label="Purchase approval"
          hint="The highest total of a purchase order that the user may approve"
        />
        <MoneyField
          name="creditOverrideLimit"
          label="Credit override"
          hint="How far above the credit the user may approve a sales order"
        />
        <MoneyField
          name="writeOffLimit"
          label="Write-off"
          hint="The most that the user may write off per invoice"
        />
      </div>
    </FormDialog>
  )
}

/** Reads the current limits of the user after an edit conflict. */
async function reload({ id }: UserRow) {
  const current = await send(readUserLimits, { params: { id } })
  return { values: valuesOf(current), version: current.version }
}

function valuesOf(limits: UserLimits): Values {
  return {
    purchaseApprovalLimit: limits.purchaseApprovalLimit ?? '',
    creditOverrideLimit: limits.creditOverrideLimit ?? '',
    writeOffLimit: limits.writeOffLimit ?? '',
  }
}

const orNull = (amount: string) => (amount.trim() === '' ? null : amount)

function toWire(values: Values) {
  return {
    purchaseApprovalLimit: orNull(values.purchaseApprovalLimit),
    creditOverrideLimit: orNull(values.creditOverrideLimit),
    writeOffLimit: orNull(values.writeOffLimit),
  }
}
