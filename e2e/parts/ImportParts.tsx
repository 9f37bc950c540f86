import { useState } from 'react'
import {
  customerColumns,
  importCustomers,
  listCustomers,
  undoCustomerImport,
} from '#features/customers/contract.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { PageContent, PageHeader } from '#platform/ui/page/PageHeader.tsx'
import { FileDrop } from '#platform/ui/import/FileStep.tsx'
import { ImportDialog } from '#platform/ui/import/ImportDialog.tsx'
import { ImportRowsTable } from '#platform/ui/import/ImportRowsTable.tsx'
import { type Draft, draftOf } from '#platform/ui/import/import-draft.ts'
import { type ListState, useUrlList } from '#platform/web/list-state.ts'
import { Card } from './Card.tsx'
import { usePressCounter } from './use-press-counter.ts'

const kind = { columns: customerColumns, path: importCustomers.path }
const file = {
  header: ['customerCode', 'name', 'email'],
  rows: Array.from({ length: 25 }, (_, place) => [`C-${place}`, 'Acme', 'not an address']),
  numbers: Array.from({ length: 25 }, (_, place) => place + 2),
}
const errors = [{ row: 2, field: 'email', message: 'Invalid input' }]

/** The steps of a file import: in the dialog, and separately. */
export function ImportParts() {
  const list = useUrlList()
  const { says, press } = usePressCounter()
  const [draft, setDraft] = useState<Draft>(() => draftOf(file, kind))
  return (
    <>
      <PageHeader title="Import" />
      <PageContent>
        <p role="status">
          <span key={says}>{says}</span>
        </p>
        <Card title="Dialogs">
          <Button onClick={() => list.change({ view: 'whole' }, 'push')}>Open whole</Button>
        </Card>
        <Card title="A file">
          <FileDrop onFile={({ name }) => press(name)()} />
        </Card>
        <Card title="Rows with errors">
          <ImportRowsTable
            draft={draft}
            errors={errors}
            only={undefined}
            labelOf={(name) => customerColumns.find((each) => each.name === name)?.label ?? name}
            onCorrect={setDraft}
          />
        </Card>
      </PageContent>
      <Opened list={list} />
    </>
  )
}

function Opened({ list }: { list: ListState }) {
  const close = () => list.closePart({ view: undefined })
  const { view } = list.search
  if (view === 'whole') {
    return (
      <ImportDialog
        nouns="Customers"
        columns={customerColumns}
        sample="/samples/customers-clean.csv"
        importing={importCustomers}
        undoing={undoCustomerImport}
        refreshes={[listCustomers]}
        onClose={close}
      />
    )
  }
  return null
}
