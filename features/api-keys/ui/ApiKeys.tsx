import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { formatDayOf } from '#platform/ui/dates/moments.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { useWrite } from '#platform/web/api.ts'
import { useLocalList } from '#platform/web/list-search.ts'
import { NewApiKeyForm } from './NewApiKeyForm.tsx'
import { ShowNewKey } from './ShowNewKey.tsx'
import { type ApiKey, listApiKeys, type NewKeyAnswer, revokeApiKey } from '../contract.ts'
import { scopeNames } from '../rules.ts'

/** The administrator's dialog to create, list and revoke API keys. */
export function ApiKeys({ onClose }: { onClose: () => void }) {
  const list = useLocalList()
  const [isAdding, setIsAdding] = useState(false)
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
    <Dialog
      title="API keys"
      description="Each key acts as the selected user, limited to its scopes."
      size="details"
      onClose={onClose}
    >
      <DialogBody>
        <DataTable
          name="api-keys"
          title="API keys"
          endpoint={listApiKeys}
          list={list}
          usualSort="-createdAt"
          columns={columns}
          codeOf={(key) => key.name}
          actionsOf={(key) => [
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
      </DialogBody>
      {isAdding && <NewApiKeyForm onClose={() => setIsAdding(false)} onCreated={setNewKey} />}
      {newKey && <ShowNewKey made={newKey} onClose={() => setNewKey(undefined)} />}
    </Dialog>
  )
}

const columns: readonly Column<ApiKey>[] = [
  { id: 'name', header: 'Name', isLong: true, cell: (key) => key.name },
  { id: 'username', header: 'Acts as', width: 140, phone: 'line', cell: (key) => key.username },
  {
    id: 'startsWith',
    header: 'Key',
    width: 140,
    sortable: false,
    cell: (key) => <code>{key.startsWith}…</code>,
  },
  {
    id: 'scopes',
    header: 'Scopes',
    sortable: false,
    text: (key) => key.scopes.map((scope) => scopeNames[scope]).join(', '),
    cell: (key) => key.scopes.map((scope) => scopeNames[scope]).join(', '),
  },
  {
    id: 'lastUsedAt',
    header: 'Last used',
    width: 110,
    phone: 'date',
    cell: (key) => (key.lastUsedAt ? formatDayOf(key.lastUsedAt) : 'Never'),
  },
  {
    id: 'expiresOn',
    header: 'Expires on',
    width: 110,
    cell: (key) => key.expiresOn ?? 'Never',
  },
]
