import {
  type ChosenPermission,
  chosenPermissions,
  permissionGroups,
  sentenceOf,
  togglePermission,
} from '../../role-rules.ts'
import { useMay } from '../parts/current-user.ts'

type PermissionChoiceProps = {
  control: { id: string }
  value: readonly ChosenPermission[]
  onChange: (value: ChosenPermission[]) => void
}

/**
 * The permissions of a role as sentences, by room. Those that the signed-in user does not hold
 * cannot be chosen.
 */
export function PermissionChoice({ control, value, onChange }: PermissionChoiceProps) {
  const may = useMay()
  return (
    <div {...control} role="group" aria-label="Permissions" className="grid gap-4">
      <p className="text-caption text-muted">
        Every role sees the health check and help. It searches, and reads the history, only where it
        may see the record.
      </p>
      {permissionGroups.map(({ title, sentences }) => (
        <fieldset key={title} className="grid gap-x-4 sm:grid-cols-2">
          <legend className="text-label">{title}</legend>
          {chosenPermissions
            .filter((permission) => permission in sentences)
            .map((permission) => (
              <label
                key={permission}
                className="flex min-h-9 items-center gap-2 pointer-coarse:min-h-11"
              >
                <input
                  type="checkbox"
                  checked={value.includes(permission)}
                  disabled={!may(permission)}
                  onChange={() => onChange(togglePermission(value, permission))}
                />
                {sentenceOf(permission)}
              </label>
            ))}
        </fieldset>
      ))}
    </div>
  )
}
