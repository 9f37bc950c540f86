import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMay, useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { notify } from '#platform/ui/notices/toast.ts'
import { offerUndo } from '#platform/ui/notices/undo.ts'
import { useWrite } from '#platform/web/api-hooks.ts'
import { useLocalList } from '#platform/web/list-state.ts'
import { columns } from './certificate-columns.tsx'
import { CertificateForm } from './CertificateForm.tsx'
import {
  type Certificate,
  certificateList,
  createCertificate,
  deleteCertificate,
  listCertificates,
} from '../contract.ts'

/** A vendor's certificates with their scope and validity. */
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
        name={certificateList.name}
        title="Certificates"
        endpoint={listCertificates}
        list={list}
        fixed={{ vendorId }}
        usualSort={certificateList.defaultSort}
        columns={columns}
        codeOf={({ name }) => name}
        actionsOf={actionsOf}
        {...(mayEdit && { onOpen: setEdited })}
        primary={
          mayEdit && (
            <Button kind="primary" icon={Plus} onClick={() => setEdited('new')}>
              Add Certificate
            </Button>
          )
        }
        empty={
          <p className="text-muted">
            No certificates yet. You are notified 30 days before a certificate expires, and purchase
            orders show a warning.
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

/** Deletes a certificate immediately; Undo creates it again. */
function useRemoval(): (certificate: Certificate) => Promise<void> {
  const again = useWrite(createCertificate, {
    refreshes: [listCertificates],
    success: 'Certificate restored',
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
