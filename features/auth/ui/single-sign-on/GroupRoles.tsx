import { Plus, X } from 'lucide-react'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import type { GroupRole } from '../../single-sign-on-rules.ts'
import { useRoleNames } from '../users/use-role-options.ts'

type GroupRolesProps = {
  control: { id: string }
  value: readonly GroupRole[]
  onChange: (value: GroupRole[]) => void
}

/** Which role each group of the provider gives; of several groups, the first one counts. */
export function GroupRoles({ control, value, onChange }: GroupRolesProps) {
  const names = useRoleNames()
  const change = (at: number, part: Partial<GroupRole>) =>
    onChange(value.map((each, index) => (index === at ? { ...each, ...part } : each)))
  const remove = (at: number) => onChange(value.filter((_, index) => index !== at))
  return (
    <div {...control} role="group" aria-label="Role of each group" className="grid gap-2">
      <p className="text-caption text-muted">
        If a person is in several groups, the first one in this list counts. Groups that are not
        listed give no role.
      </p>
      {value.map(({ group, role }, index) => (
        <div key={index} className="flex flex-wrap gap-2">
          <input
            aria-label={`Group ${index + 1}`}
            value={group}
            autoComplete="off"
            onChange={({ target }) => change(index, { group: target.value })}
            className="control min-w-0 flex-1 basis-48"
          />
          <select
            aria-label={`Role of group ${index + 1}`}
            value={role}
            onChange={({ target }) => change(index, { role: target.value })}
            className="control w-40"
          >
            {[...new Set([...names, role])].map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
          <IconButton icon={X} label={`Remove group ${index + 1}`} onClick={() => remove(index)} />
        </div>
      ))}
      <div>
        <Button
          icon={Plus}
          size="small"
          onClick={() => onChange([...value, { group: '', role: 'viewer' }])}
        >
          Add a group
        </Button>
      </div>
    </div>
  )
}
