import { RequirePermission } from '#features/auth/ui/parts/RequirePermission.tsx'
import { PurchasingNav } from '#features/purchase-orders/ui/parts/PurchasingNav.tsx'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import { PageContent, PageHeader } from '#platform/ui/page/PageHeader.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { useRecord } from '#platform/ui/records/use-record.ts'
import { useCurrentRecord } from '#platform/web/api-hooks.ts'
import { useUrlList } from '#platform/web/list-state.ts'
import { RequisitionsTable, codeOf, lookupQuery, defaultSort } from './RequisitionsTable.tsx'
import { listRequisitions, readRequisition } from '../contract.ts'

// Forms are loaded when first opened.
const RequisitionForm = lazyPart(
  async () => (await import('./RequisitionForm.tsx')).RequisitionForm,
)
const RequisitionDetails = lazyPart(
  async () => (await import('./RequisitionDetails.tsx')).RequisitionDetails,
)

const MissingRecord = lazyPart(
  async () => (await import('#platform/ui/records/MissingRecord.tsx')).MissingRecord,
)

/** The requisitions page: the list, and the dialog that the address selects. */
export function RequisitionsPage() {
  const list = useUrlList()
  const { open, edit, new: adds } = list.search
  const isLike = adds !== undefined && adds !== '1'
  const code = edit ?? (isLike ? adds : undefined)
  const { record, isMissing, error } = useRecord({
    endpoint: listRequisitions,
    list,
    usualSort: defaultSort,
    codeOf,
    code,
    lookUp: lookupQuery(code),
  })
  return (
    <>
      <PageHeader
        title="Requisitions"
        subtitle="Purchase requests awaiting approval and ordering"
        record={open}
      />
      <PageContent>
        <PurchasingNav />
        <RequisitionsTable list={list} />
      </PageContent>
      {open && <RequisitionDetails list={list} code={open} />}
      {(adds ?? edit) && (
        <RequirePermission
          permission="requisitions.create"
          title={edit ? 'Edit Requisition' : 'Create Requisition'}
          onClose={list.close}
        >
          {(adds === '1' || (isLike && isMissing)) && (
            <RequisitionForm key="new" onClose={list.close} />
          )}
          {edit && !record && (isMissing || error) && (
            <MissingRecord noun="requisition" code={edit} error={error} onClose={list.close} />
          )}
          {code !== undefined && record && (
            <FormOf key={code} id={record.id} isLike={isLike} onClose={list.close} />
          )}
        </RequirePermission>
      )}
    </>
  )
}

/** The form for an existing requisition, once its lines are loaded. */
function FormOf(props: { id: number; isLike: boolean; onClose: () => void }) {
  const { id, isLike, onClose } = props
  const { data, error } = useCurrentRecord(readRequisition, { params: { id } })
  if (data) {
    return (
      <RequisitionForm {...(isLike ? { like: data } : { requisition: data })} {...{ onClose }} />
    )
  }
  return (
    <Dialog title={isLike ? 'Create Requisition' : 'Edit Requisition'} onClose={onClose}>
      <DialogBody>
        {error ? <Alert>{error.message}</Alert> : <Skeleton className="h-60" />}
      </DialogBody>
    </Dialog>
  )
}
