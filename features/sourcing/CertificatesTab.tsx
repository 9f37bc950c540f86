import { CircleAlert, CircleCheck, Clock, History, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMay, useWhyNot } from '#features/auth/me.ts'
import { type Day, formatDay } from '#platform/kernel/days.ts'
import { Button } from '#platform/ui/Button.tsx'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { notify } from '#platform/ui/toast.ts'
import { offerUndo } from '#platform/ui/undo.ts'
import { useWrite } from '#platform/web/api.ts'
import { useLocalList } from '#platform/web/list-search.ts'
import { CertificateForm } from './CertificateForm.tsx'
import {
  type Certificate,
  createCertificate,
  deleteCertificate,
  listCertificates,
} from './contract.ts'
import type { CertificateState } from './rules.ts'

const dayText = (text: string | null) => (text ? formatDay(text as Day) : '-')

const looks = {
  valid: { icon: CircleCheck, word: 'Valid', colour: 'text-success-fg' },
  expiring: { icon: Clock, word: 'Ends soon', colour: 'text-warning' },
  expired: { icon: CircleAlert, word: 'Expired', colour: 'text-danger' },
  renewed: { icon: History, word: 'Renewed', colour: 'text-muted' },
} as const

const columns: readonly Column<Certificate>[] = [
  { id: 'name', header: 'Certificate', width: 200, cell: ({ name }) => name },
  { id: 'number', header: 'Number', width: 140, sortable: false, cell: ({ number }) => number },
  {
    id: 'category',
    header: 'For',
    width: 160,
    phone: 'line',
    text: ({ category }) => category ?? 'All SKUs',
    cell: ({ category }) => category ?? 'All SKUs',
  },
  {
    id: 'validFrom',
    header: 'From',
    width: 110,
    sortable: false,
    cell: ({ validFrom }) => dayText(validFrom),
  },
  {
    id: 'expiresOn',
    header: 'Until',
    width: 110,
    phone: 'date',
    cell: ({ expiresOn }) => dayText(expiresOn),
  },
  {
    id: 'state',
    header: 'State',
    width: 120,
    sortable: false,
    phone: 'badge',
    text: ({ state }) => looks[state].word,
    cell: ({ state }) => <State state={state} />,
  },
]

/** The certificates of a vendor: what they are for, and until when they hold. */
export function CertificatesTab({ vendorId }: { vendorId: number }) {
  const list = useLocalList()
  const mayEdit = useMay()('vendors.edit')
  const whyNot = useWhyNot()
  const [edited, setEdited] = useState<Certificate | 'new'>()
  const remove = useRemoval()
  const actionsOf = (certificate: Certificate) => [
    {
      label: 'Edit',
      icon: Pencil,
      isInline: true,
      whyNot: whyNot('vendors.edit'),
      run: () => setEdited(certificate),
    },
    {
      label: 'Delete',
      icon: Trash2,
      isInline: true,
      whyNot: whyNot('vendors.edit'),
      run: () => void remove(certificate),
    },
  ]
  return (
    <>
      <DataTable
        name="vendor-certificates"
        title="Certificates"
        endpoint={listCertificates}
        list={list}
        fixed={{ vendorId }}
        usualSort="expiresOn"
        columns={columns}
        codeOf={({ name }) => name}
        actionsOf={actionsOf}
        onOpen={(certificate) => mayEdit && setEdited(certificate)}
        primary={
          mayEdit && (
            <Button kind="primary" icon={Plus} onClick={() => setEdited('new')}>
              Add Certificate
            </Button>
          )
        }
        empty={
          <p className="text-muted">
            None on record. One that expires is told 30 days before, and shown on orders.
          </p>
        }
      />
      {edited && (
        <CertificateForm
          vendorId={vendorId}
          certificate={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

function State({ state }: { state: CertificateState }) {
  const { icon: Icon, word, colour } = looks[state]
  return (
    <span className={`inline-flex items-center gap-1 whitespace-nowrap ${colour}`}>
      <Icon aria-hidden size={14} strokeWidth={2} className="shrink-0" />
      {word}
    </span>
  )
}

/** Deletes a certificate at once; Undo puts it on record anew. */
function useRemoval(): (certificate: Certificate) => Promise<void> {
  const again = useWrite(createCertificate, {
    refreshes: [listCertificates],
    success: 'The certificate is back',
    failure: 'Failed to restore certificate',
  })
  const removal = useWrite(deleteCertificate, {
    refreshes: [listCertificates],
    failure: 'Failed to delete certificate',
  })
  return async ({ id, vendorId, name, number, category, validFrom, expiresOn }) => {
    const body = { vendorId, name, number, category, validFrom, expiresOn }
    if (!(await removal.isDone({ params: { id } }))) return
    notify({
      title: 'Success',
      text: 'Certificate deleted successfully',
      action: offerUndo(() => again.tryRun({ body })),
    })
  }
}
