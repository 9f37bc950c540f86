import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '#features/auth/ui/parts/current-user.ts'
import { formatDayOf, formatMomentOr } from '#platform/ui/dates/moments.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { useUrlList } from '#platform/web/list-state.ts'
import { EditApiKeyForm } from './EditApiKeyForm.tsx'
import { NewApiKeyForm } from './NewApiKeyForm.tsx'
import { RotateApiKey } from './RotateApiKey.tsx'
import { ShowNewKey } from './ShowNewKey.tsx'
import {
  type ApiKey,
  apiKeyList,
  listApiKeys,
  type NewKeyAnswer,
  revokeApiKey,
} from '../contract.ts'
import { scopeNames } from '../rules.ts'

const administratorsOnly = 'Only an administrator sees a new secret of another user'

/** The API keys, and how to create, change, rotate and revoke them. */
export function ApiKeysTable() {
  const list = useUrlList()
  const { data: me } = useMe()
  const whyNotRotate = ({ userId }: ApiKey) =>
    me?.role === 'admin' || me?.id === userId ? undefined : administratorsOnly
  const [isAdding, setIsAdding] = useState(false)
  const [edited, setEdited] = useState<ApiKey>()
  const [rotated, setRotated] = useState<ApiKey>()
  const [newKey, setNewKey] = useState<NewKeyAnswer>()
  const revoke = useWrite(revokeApiKey, {
    refreshes: [listApiKeys],
    success: 'API key revoked',
    failure: 'Failed to revoke API key',
  })
  const primary = (
    <Button kind="primary" icon={KeyRound} onClick={() => setIsAdding(true)}>
      Add API Key
    </Button>
  )
  return (
    <>
      <DataTable
        name={apiKeyList.name}
        title="API keys"
        endpoint={listApiKeys}
        list={list}
        usualSort={apiKeyList.defaultSort}
        columns={columns}
        codeOf={(key) => key.name}
        actionsOf={(key) => [
          { label: 'Edit', run: () => setEdited(key) },
          { label: 'Rotate', whyNot: whyNotRotate(key), run: () => setRotated(key) },
          {
            label: 'Revoke',
            run: () => void revoke.tryRun({ params: { id: key.id } }),
          },
        ]}
        primary={primary}
        empty={
          <p>A program needs a key to create orders or read lists without a signed-in user.</p>
        }
      />
      {isAdding && <NewApiKeyForm onClose={() => setIsAdding(false)} onCreated={setNewKey} />}
      {edited && <EditApiKeyForm apiKey={edited} onClose={() => setEdited(undefined)} />}
      {rotated && (
        <RotateApiKey
          apiKey={rotated}
          onClose={() => setRotated(undefined)}
          onRotated={setNewKey}
        />
      )}
      {newKey && <ShowNewKey made={newKey} onClose={() => setNewKey(undefined)} />}
    </>
  )
}

const addressesText = ({ addresses }: ApiKey) => addresses.join(', ') || 'Any'
const scopesText = ({ scopes }: ApiKey) => scopes.map((scope) => scopeNames[scope]).join(', ')

const columns = columnsOf(apiKeyList, {
  startsWith: (key) => <code>{key.startsWith}…</code>,
  scopes: { text: scopesText, cell: scopesText },
  lastUsedAt: (key) => (key.lastUsedAt ? formatDayOf(key.lastUsedAt) : 'Never'),
  expiresOn: (key) => key.expiresOn ?? 'Never',
  previousUntil: (key) => formatMomentOr(key.previousUntil, '—'),
  ratePerMinute: (key) => key.ratePerMinute?.toLocaleString('en-US') ?? 'Server’s limit',
  addresses: { text: addressesText, cell: addressesText },
})
