import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useMay, useMe } from '#features/auth/ui/parts/current-user.ts'
import { readCustomer } from '#features/customers/contract.ts'
import { readSku } from '#features/skus/contract.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { PageContent, PageHeader } from '#platform/ui/page/PageHeader.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useRead } from '#platform/web/api.ts'
import { OrderDesk } from './OrderForm.tsx'
import { listOrderDrafts } from '../contract.ts'
import { emptyDesk } from './order-form.ts'
import { type DeskSearch, readDeskSearch } from './order-form-search.ts'
import { readStoredDesk } from './drafts/draft-form.ts'
import { withCustomer } from './customer/filled-fields.ts'
import { recallMirror } from './drafts/session-copy.ts'
import { chosenCustomer, chosenSku } from './find-choices.ts'
import { withSku } from './lines/lines.ts'

type OrderEntryPageProps = {
  /** Further import buttons from other features, next to Import orders. */
  moreImports?: ReactNode
  /** Customer news from other features, below the last orders. */
  newsOf?: (customerId: number) => ReactNode
}

/** The Order Entry page, for phone, keyboard and scanner. */
export function OrderEntryPage(slots: OrderEntryPageProps) {
  const search = readDeskSearch(useSearch({ strict: false }))
  // The search params apply to the initial form only; later edits do not update the URL.
  const [query, setRequested] = useState(search)
  const asks = search.customer ?? search.sku ?? search.draft
  if (asks && keyOf(search) !== keyOf(query)) setRequested(search)
  const { data: me } = useMe()
  const mayCreate = useMay()('orders.create')
  return (
    <>
      <PageHeader title="Order Entry" subtitle="Create new customer orders with validation" />
      <PageContent>
        {me && mayCreate && (
          <Beginning key={keyOf(query)} search={query} userId={me.id} {...slots} />
        )}
        {me && !mayCreate && (
          <Alert tone="info" title="Your role may not enter orders">
            An administrator can change that. You can see all orders under Sales Orders.
          </Alert>
        )}
      </PageContent>
    </>
  )
}

type BeginningProps = OrderEntryPageProps & { search: DeskSearch; userId: number }

/**
 * Waits for the initial form: a draft, the requested customer or SKU, or this tab's session copy.
 */
function Beginning({ search, ...props }: BeginningProps) {
  const drafts = useRead(listOrderDrafts)
  const { draft } = search
  const chosen = useChosen(search)
  const mirrored = recallMirror(props.userId)
  if (draft && draft !== mirrored?.draftId) {
    if (drafts.isPending) return <DeskSkeleton />
    const found = drafts.data?.find((each) => each.id === draft)
    const { desk, whyNot } = readStoredDesk(found?.form)
    if (desk) return <OrderDesk {...props} begin={{ desk, draftId: draft }} />
    const gone = drafts.error?.message ?? 'That draft no longer exists.'
    const text = found ? `This draft cannot be opened. It stays under Drafts. ${whyNot}` : gone
    return <Missing text={text} {...props} />
  }
  if (chosen) {
    if (chosen.isPending) return <DeskSkeleton />
    if (!chosen.desk) return <Missing text={chosen.error?.message ?? ''} {...props} />
    return <OrderDesk {...props} begin={{ desk: chosen.desk }} />
  }
  return <OrderDesk {...props} begin={mirrored ?? { desk: emptyDesk() }} />
}

/** The form with the requested customer and SKU; undefined if neither was requested. */
function useChosen({ customer: customerId = 0, sku: skuId = 0, draft }: DeskSearch) {
  const asks = { customer: customerId > 0 && !draft, sku: skuId > 0 && !draft }
  const customer = useRead(readCustomer, { params: { id: customerId }, enabled: asks.customer })
  const sku = useRead(readSku, { params: { id: skuId }, enabled: asks.sku })
  if (!asks.customer && !asks.sku) return undefined
  const isPending = (asks.customer && customer.isPending) || (asks.sku && sku.isPending)
  const error = customer.error ?? sku.error
  if (isPending || error) return { isPending, error, desk: undefined }
  const begun = emptyDesk()
  const forWhom = customer.data ? withCustomer(begun, chosenCustomer(customer.data)) : begun
  const first = begun.lines[0]?.key ?? 0
  const desk = sku.data ? withSku(forWhom, first, chosenSku(sku.data)) : forWhom
  return { isPending, error, desk }
}

/** Shows that the requested record was not found, above an empty form. */
function Missing({ text, ...props }: OrderEntryPageProps & { text: string; userId: number }) {
  const [isShown, setIsShown] = useState(true)
  return (
    <>
      {isShown && (
        <Alert tone="warning" actions={<Button onClick={() => setIsShown(false)}>Dismiss</Button>}>
          {text}
        </Alert>
      )}
      <OrderDesk {...props} begin={{ desk: emptyDesk() }} />
    </>
  )
}

function DeskSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-4 xl:grid-cols-[1fr_380px]">
      <Skeleton className="h-130" />
      <Skeleton className="h-80" />
    </div>
  )
}

function keyOf({ customer, sku, draft }: DeskSearch): string {
  return `${customer ?? ''} ${sku ?? ''} ${draft ?? ''}`
}
