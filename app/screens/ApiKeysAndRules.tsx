import { ApiKeysTable } from '#features/api-keys/ui/ApiKeysTable.tsx'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { RulesPage } from '#features/settings/ui/parts/RulesPage.tsx'

type ApiKeysAndRulesProps = {
  /** The rule to focus. */
  focused: string | undefined
}

/** The API keys, for those who manage users, and the rules of the API. */
export function ApiKeysAndRules({ focused }: ApiKeysAndRulesProps) {
  const may = useMay()
  return (
    <div className="grid grid-cols-1 gap-4">
      {may('users.manage') && <ApiKeysTable />}
      <RulesPage page="api" focused={focused} />
    </div>
  )
}
