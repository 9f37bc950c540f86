import { Button } from '#platform/ui/buttons/Button.tsx'
import { permissionGroups, permissionsOfBuiltIn, sentenceOf } from '../../role-rules.ts'
import { roles } from '../../rules.ts'
import type { RoleToCopy } from './RoleForm.tsx'

/** What each built-in role may do, by room. They do not change, but can be copied. */
export function BuiltInRoles({ onCopy }: { onCopy: (copied: RoleToCopy) => void }) {
  return (
    <section aria-labelledby="built-in-roles" className="card mt-4 p-4">
      <h3 id="built-in-roles" className="text-label">
        Built-in roles
      </h3>
      <p className="text-muted">
        Built-in roles do not change. Copy one to make a role of your own from it.
      </p>
      <ul className="mt-2">
        {roles.map((name) => (
          <li key={name} className="border-line py-2 not-first:border-t">
            <BuiltInRole name={name} onCopy={onCopy} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type BuiltInRoleProps = { name: string; onCopy: (copied: RoleToCopy) => void }

function BuiltInRole({ name, onCopy }: BuiltInRoleProps) {
  const permissions = permissionsOfBuiltIn(name)
  const copied = { name: `Copy of ${name}`, permissions, requiresSecondFactor: false }
  const held = permissionGroups.flatMap(({ title, sentences }) => {
    const own = permissions.filter((each) => each in sentences)
    return own.length > 0 ? [{ title, text: own.map(sentenceOf).join('; ') }] : []
  })
  return (
    <div className="flex items-start gap-4">
      <details className="min-w-0 flex-1">
        <summary className="min-h-9 cursor-pointer content-center pointer-coarse:min-h-11">
          {name}
        </summary>
        <dl className="mt-1 mb-2 grid gap-x-4 gap-y-1 md:grid-cols-[12rem_minmax(0,1fr)]">
          {held.map(({ title, text }) => (
            <div key={title} className="contents">
              <dt className="text-label">{title}</dt>
              <dd className="text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </details>
      <Button size="small" aria-label={`Copy ${name}`} onClick={() => onCopy(copied)}>
        Copy
      </Button>
    </div>
  )
}
