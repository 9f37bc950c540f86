import { clsx } from 'clsx'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Redirect } from '#platform/web/Redirect.tsx'
import { Skeleton } from '#platform/ui/Skeleton.tsx'
import { useRead } from '#platform/web/api.ts'
import { SpinnerPage } from '#platform/ui/Spinner.tsx'
import { Alert } from '#platform/ui/Alert.tsx'
import { late } from '#platform/ui/Late.tsx'
import { Blurbs } from './Blurbs.tsx'
import { SignInForm } from './SignInForm.tsx'
import { SignTabs } from './SignTabs.tsx'
import { readAuthSearch } from './auth-search.ts'
import { type User, readSignInFacts } from './contract.ts'
import { useMe, useSetMe } from './me.ts'

// Most people who come here have an account.
const SignUpForm = late(
  async () => (await import('./SignUpForm.tsx')).SignUpForm,
  <Skeleton className="h-64" />,
)

/** Sign in or make an account, and what the product is for. */
export function AuthPage() {
  const search = readAuthSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const me = useMe()
  const setMe = useSetMe()
  const facts = useRead(readSignInFacts)
  if (me.isPending || facts.isPending) return <SpinnerPage label="Loading" />
  if (me.data) return <Redirect href={search.next ?? '/'} />
  const isFirst = facts.data?.firstAccount ?? false
  const signUp = facts.data?.signUp ?? 'open'
  const tab = search.tab ?? (isFirst ? 'signup' : 'signin')
  const enter = (user: User) => setMe(user)
  const openTab = (to: 'signin' | 'signup') =>
    void navigate({
      to: '.',
      search: { ...search, tab: to === 'signup' ? 'signup' : undefined },
      replace: true,
    })
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
        <p className="mb-6 text-muted">Sign in to your order desk.</p>
        <SignTabs open={tab} onOpen={openTab} />
        <div
          role="tabpanel"
          id="sign-panel"
          aria-labelledby={`tab-${tab}`}
          className="card mt-4 p-4"
        >
          {tab === 'signin' && <SignInForm onDone={enter} />}
          {tab === 'signup' && signUp === 'closed' && !isFirst && <ClosedNotice />}
          {tab === 'signup' && (signUp !== 'closed' || isFirst) && (
            <SignUpForm
              isFirst={isFirst}
              needsApproval={signUp === 'approval' && !isFirst}
              onDone={enter}
            />
          )}
        </div>
      </section>
      <Blurbs />
    </main>
  )
}

function ClosedNotice() {
  return (
    <Alert tone="info" title="Sign-up is closed">
      Ask an administrator to make an account for you.
    </Alert>
  )
}
