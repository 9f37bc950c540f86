import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useMay, useMe } from '#features/auth/me.ts'
import { readCustomer } from '#features/customers/contract.ts'
import { Alert } from '#platform/ui/Alert.tsx'
import { Button } from '#platform/ui/Button.tsx'
import { PageContent, PageHeader } from '#platform/ui/PageHeader.tsx'
import { Skeleton } from '#platform/ui/Skeleton.tsx'
import { useRead } from '#platform/web/api.ts'
import { OrderDesk } from './OrderDesk.tsx'
import { listOrderDrafts } from './contract.ts'
import { emptyDesk, withCustomer } from './desk.ts'
import { type DeskSearch, readDeskSearch } from './desk-search.ts'
import { readKeptDesk } from './draft-form.ts'
import { recallMirror } from './desk-mirror.ts'
import { chosenCustomer } from './find-choices.ts'

type OrderEntryPageProps = {
  /** Beside the import of orders: what rooms further on take orders from. */
  moreImports?: ReactNode
  /** Under the last orders of a customer: what rooms further on know of him. */
  newsOf?: (customerId: number) => ReactNode
}

/** Taking an order: by phone, by keyboard, by scanner. */
export function OrderEntryPage(slots: OrderEntryPageProps) {
  const search = readDeskSearch(useSearch({ strict: false }))
  // What the address asks for is the beginning; later changes of the form are not in it.
  const [asked, setAsked] = useState(search)
  const isNew = search.customer !== asked.customer || search.draft !== asked.draft
  if (isNew && (search.customer ?? search.draft)) setAsked(search)
  const { data: me } = useMe()
  const mayCreate = useMay()('orders.create')
  return (
    <>
      <PageHeader title="Order Entry" subtitle="Create new customer orders with validation" />
      <PageContent>
        {me && mayCreate && (
          <Beginning key={keyOf(asked)} asked={asked} userId={me.id} {...slots} />
        )}
        {me && !mayCreate && (
          <Alert tone="info" title="Your role may not enter orders">
            An administrator can change that. You may read every order under Sales Orders.
          </Alert>
        )}
      </PageContent>
    </>
  )
}

type BeginningProps = OrderEntryPageProps & { asked: DeskSearch; userId: number }

/** Waits for what the form begins with: a draft, a customer, or what this tab was working on. */
function Beginning({ asked, ...props }: BeginningProps) {
  const drafts = useRead(listOrderDrafts)
  const { customer: customerId = 0, draft } = asked
  const customer = useRead(readCustomer, {
    params: { id: customerId },
    enabled: customerId > 0 && !draft,
  })
  const mirrored = recallMirror(props.userId)
  if (draft && draft !== mirrored?.draftId) {
    if (drafts.isPending) return <DeskSkeleton />
    const found = drafts.data?.find((each) => each.id === draft)
    const desk = readKeptDesk(found?.form)
    if (desk) return <OrderDesk {...props} begin={{ desk, draftId: draft }} />
    const text = drafts.error?.message ?? 'That draft is not there any more.'
    return <Missing text={text} {...props} />
  }
  if (customerId > 0) {
    if (customer.isPending) return <DeskSkeleton />
    if (!customer.data) return <Missing text={customer.error?.message ?? ''} {...props} />
    const desk = withCustomer(emptyDesk(), chosenCustomer(customer.data))
    return <OrderDesk {...props} begin={{ desk }} />
  }
  return <OrderDesk {...props} begin={mirrored ?? { desk: emptyDesk() }} />
}

/** What was asked for is not there: says so, over an empty form. */
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

function keyOf({ customer, draft }: DeskSearch): string {
  return `${customer ?? ''} ${draft ?? ''}`
}
