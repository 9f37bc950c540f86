import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useRead } from '#platform/web/api.ts'
import { SpinnerPage } from '#platform/ui/page/Spinner.tsx'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { searchText } from '#platform/web/search-text.ts'
import { ProductDescription } from './ProductDescription.tsx'
import { SignInForm } from './SignInForm.tsx'
import { SignTabs } from './SignTabs.tsx'
import { readAuthSearch } from './auth-search.ts'
import { type User, readSignInFacts } from '../../contract.ts'
import { demoNames } from '../../demo-names.ts'
import { useMe, useSetMe } from '../parts/current-user.ts'

// Loaded late: most visitors already have an account.
const SignUpForm = lazyPart(
  async () => (await import('./SignUpForm.tsx')).SignUpForm,
  <Skeleton className="h-64" />,
)

type AuthPageProps = {
  /** Called once a user is signed in, with the address to open. */
  onEntered: (href: string) => void
}

/**
 * Sign-in and sign-up forms beside the product description. It loads before the application and
 * without its router, so that it appears sooner.
 */
export function AuthPage({ onEntered }: AuthPageProps) {
  const [search, setSearch] = useState(() => readAuthSearch(location.search))
  const me = useMe()
  const setMe = useSetMe()
  const facts = useRead(readSignInFacts)
  const isSignedIn = Boolean(me.data)
  useEffect(() => {
    if (isSignedIn) onEntered(search.next ?? '/')
  }, [isSignedIn, onEntered, search.next])
  if (me.isPending || facts.isPending || isSignedIn) return <SpinnerPage label="Loading" />
  const isFirst = facts.data?.firstAccount ?? false
  const signUp = facts.data?.signUp ?? 'open'
  const tab = search.tab ?? (isFirst ? 'signup' : 'signin')
  const setUser = (user: User) => setMe(user)
  const openTab = (nextTab: 'signin' | 'signup') => {
    setSearch({ ...search, tab: nextTab })
    const tabParam = nextTab === 'signup' ? nextTab : undefined
    const text = searchText({ next: search.next, tab: tabParam })
    history.replaceState(null, '', location.pathname + text)
  }
  return (
    <main
      className={clsx(
        'mx-auto grid min-h-dvh max-w-6xl content-center gap-10 px-4 py-8',
        'lg:grid-cols-[400px_1fr] lg:gap-16 lg:px-8',
      )}
    >
      <title>Sign in · Prizm</title>
      <section aria-labelledby="welcome" className="w-full max-w-[400px] justify-self-center">
        <p className="text-caption mb-6 flex items-center gap-2 text-muted">
          <img src="/favicon.svg" alt="" width="28" height="28" />
          Prizm Order Management
        </p>
        <h1 id="welcome" className="text-figure mb-1">
          Welcome Back
        </h1>
        <p className="mb-6 text-muted">Sign in to Prizm Order Management.</p>
        <SignTabs open={tab} onOpen={openTab} />
        <div
          role="tabpanel"
          id="sign-panel"
          aria-labelledby={`tab-${tab}`}
          className="card mt-4 p-4"
        >
          {tab === 'signin' && (
            <SignInForm onDone={setUser} names={facts.data?.demoAccounts ? demoNames : []} />
          )}
          {tab === 'signup' && signUp === 'closed' && !isFirst && <ClosedNotice />}
          {tab === 'signup' && (signUp !== 'closed' || isFirst) && (
            <SignUpForm
              isFirst={isFirst}
              needsApproval={signUp === 'approval' && !isFirst}
              needsToken={facts.data?.needsToken ?? false}
              onDone={setUser}
            />
          )}
        </div>
      </section>
      <ProductDescription />
    </main>
  )
}

function ClosedNotice() {
  return (
    <Alert tone="info" title="Sign-up is closed">
      Ask an administrator to create an account for you.
    </Alert>
  )
}
