import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useMay, useMe } from '#features/auth/ui/parts/current-user.ts'
import { readCustomer } from '#features/customers/contract.ts'
import { readSku } from '#features/skus/contract.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { PageContent, PageHeader } from '#platform/ui/page/PageHeader.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { OrderEntryForm, type OrderEntryFormProps } from './OrderEntryForm.tsx'
import { listOrderDrafts } from '../contract.ts'
import { draftKeyOf } from '../draft-key.ts'
import { emptyForm } from './order-form.ts'
import { type OrderEntrySearch, readOrderEntrySearch } from './order-entry-search-params.ts'
import { parseStoredForm } from './drafts/parse-stored-draft.ts'
import { withCustomer } from './customer/filled-fields.ts'
import { readSessionCopy } from './drafts/order-form-session-copy.ts'
import { chosenCustomer, chosenSku } from './find-customers-and-skus.ts'
import { withSku } from './lines/lines.ts'

type OrderEntryPageProps = {
  /** Further import buttons from other features, next to Import orders. */
  extraImports?: ReactNode
  /** Further information about the customer from other features, below the last orders. */
  renderCustomerInfo?: (customerId: number) => ReactNode
}

/** The Order Entry page, for phone, keyboard and scanner. */
export function OrderEntryPage(extensions: OrderEntryPageProps) {
  const search = readOrderEntrySearch(useSearch({ strict: false }))
  // The search params apply to the initial form only; later edits do not update the URL.
  const [query, setQuery] = useState(search)
  const requestedId = search.customer ?? search.sku ?? search.draft
  if (requestedId && keyOf(search) !== keyOf(query)) setQuery(search)
  const { data: me } = useMe()
  const mayCreate = useMay()('orders.create')
  return (
    <>
      <PageHeader title="Order Entry" subtitle="Create new customer orders with validation" />
      <PageContent>
        {me && mayCreate && (
          <InitialForm key={keyOf(query)} search={query} userId={me.id} {...extensions} />
        )}
        {me && !mayCreate && (
          <Alert tone="info" title="Your role cannot enter orders">
            An administrator can change that. You can see all orders under Sales Orders.
          </Alert>
        )}
      </PageContent>
    </>
  )
}

type InitialFormProps = OrderEntryPageProps & { search: OrderEntrySearch; userId: number }

/** The form that the page begins with, or why the requested one is missing. */
type FormStart = { initial: OrderEntryFormProps['initial'] } | { missing: string }

/**
 * Waits for the initial form: a draft, the requested customer or SKU, or this tab's session copy.
 * It is decided once. A draft that another device deletes meanwhile, or that became an order, must
 * not replace the form that somebody is typing in. A missing record is not decided before that: the
 * server may respond again.
 */
function InitialForm({ search, ...props }: InitialFormProps) {
  const [decided, setDecided] = useState<FormStart>()
  const [isTouched, setIsTouched] = useState(false)
  const start = useFormStart(search, props.userId)
  const shown = isTouched ? decided : laterStart(decided, start)
  if (shown !== decided) setDecided(shown)
  if (!shown) return <OrderFormSkeleton />
  if ('missing' in shown) {
    const onTouch = () => setIsTouched(true)
    return <MissingRecordNotice text={shown.missing} onTouch={onTouch} {...props} />
  }
  return <OrderEntryForm {...props} initial={shown.initial} />
}

/** The decided form, unless it was missing and is known now, or is missing for another reason. */
function laterStart(
  decided: FormStart | undefined,
  start: FormStart | undefined,
): FormStart | undefined {
  if (!decided || !start) return decided ?? start
  if ('initial' in decided) return decided
  return 'missing' in start && start.missing === decided.missing ? decided : start
}

/** How the form begins; undefined while records are read. */
function useFormStart(search: OrderEntrySearch, userId: number): FormStart | undefined {
  const { draft } = search
  // Another device may have stored the draft, or edited it, since the list was read.
  const drafts = useRead(listOrderDrafts, draft ? { everyMs: 0 } : {})
  const chosen = useChosen(search)
  const sessionCopy = readSessionCopy(userId)
  if (draft && draft !== sessionCopy?.draftId) {
    if (drafts.isFetching) return undefined
    const found = drafts.data?.find((each) => each.id === draft)
    const { orderForm, whyNot } = parseStoredForm(found?.form)
    if (found && orderForm) {
      return { initial: { orderForm, draftId: draft, idempotencyKey: draftKeyOf(found) } }
    }
    if (found) return { missing: `This draft cannot be opened. It stays under Drafts. ${whyNot}` }
    return { missing: drafts.error?.message ?? 'That draft no longer exists.' }
  }
  if (!chosen) return { initial: sessionCopy ?? { orderForm: emptyForm() } }
  if (chosen.isPending) return undefined
  if (!chosen.orderForm) return { missing: chosen.error?.message ?? '' }
  return { initial: { orderForm: chosen.orderForm } }
}

/** The form with the requested customer and SKU; undefined if neither was requested. */
function useChosen({ customer: customerId = 0, sku: skuId = 0, draft }: OrderEntrySearch) {
  const requested = { customer: customerId > 0 && !draft, sku: skuId > 0 && !draft }
  const customer = useRead(readCustomer, {
    params: { id: customerId },
    enabled: requested.customer,
  })
  const sku = useRead(readSku, { params: { id: skuId }, enabled: requested.sku })
  if (!requested.customer && !requested.sku) return undefined
  const isPending = (requested.customer && customer.isPending) || (requested.sku && sku.isPending)
  const error = customer.error ?? sku.error
  if (isPending || error) return { isPending, error, orderForm: undefined }
  const blankForm = emptyForm()
  const formWithCustomer = customer.data
    ? withCustomer(blankForm, chosenCustomer(customer.data))
    : blankForm
  const first = blankForm.lines[0]?.key ?? 0
  const orderForm = sku.data
    ? withSku(formWithCustomer, first, chosenSku(sku.data))
    : formWithCustomer
  return { isPending, error, orderForm }
}

/** Shows that the requested record was not found, above an empty form. */
function MissingRecordNotice({
  text,
  onTouch,
  ...props
}: OrderEntryPageProps & { text: string; userId: number; onTouch: () => void }) {
  const [isShown, setIsShown] = useState(true)
  return (
    <>
      {isShown && (
        <Alert tone="warning" actions={<Button onClick={() => setIsShown(false)}>Dismiss</Button>}>
          {text}
        </Alert>
      )}
      <div className="contents" onInput={onTouch} onPointerDown={onTouch}>
        <OrderEntryForm {...props} initial={{ orderForm: emptyForm() }} />
      </div>
    </>
  )
}

function OrderFormSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-4 xl:grid-cols-[1fr_380px]">
      <Skeleton className="h-121" />
      <Skeleton className="h-80" />
    </div>
  )
}

function keyOf({ customer, sku, draft }: OrderEntrySearch): string {
  return `${customer ?? ''} ${sku ?? ''} ${draft ?? ''}`
}
