import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { SpinnerPage } from '#platform/ui/page/Spinner.tsx'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { searchText } from '#platform/web/query-string.ts'
import { ProductDescription } from './ProductDescription.tsx'
import { SignInForm } from './SignInForm.tsx'
import { SignTabs } from './SignTabs.tsx'
import { SingleSignOnButton } from './SingleSignOnButton.tsx'
import { type AuthSearch, readAuthSearch } from './auth-search-params.ts'
import { readSignOnReturn, rememberedPage } from './sign-on-return.ts'
import { type AccountLink, readLink } from '../../account-link-rules.ts'
import { type SignInFacts, type User, readSignInFacts } from '../../contract.ts'
import { demoNames } from '../../demo-accounts.ts'
import { useMe, useSwitchUser } from '../parts/current-user.ts'

// Loaded late: most visitors already have an account.
const SignUpForm = lazyPart(
  async () => (await import('./SignUpForm.tsx')).SignUpForm,
  <Skeleton className="h-64" />,
)

const ForgottenPassword = lazyPart(
  async () => (await import('./ForgottenPassword.tsx')).ForgottenPassword,
  <Skeleton className="h-40" />,
)
const SignOnCompletion = lazyPart(
  async () => (await import('./SignOnCompletion.tsx')).SignOnCompletion,
  <Skeleton className="h-40" />,
)
const AccountLinkForm = lazyPart(
  async () => (await import('./AccountLinkForm.tsx')).AccountLinkForm,
  <Skeleton className="h-40" />,
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
  const [returned, setReturned] = useState(() => readSignOnReturn(location.search))
  const [search, setSearch] = useState<AuthSearch>(() =>
    returned ? rememberedPage() : readAuthSearch(location.search),
  )
  const { link, endLink } = useAccountLink()
  const me = useMe()
  const switchUser = useSwitchUser()
  const facts = useRead(readSignInFacts)
  const isSignedIn = Boolean(me.data)
  const isEntering = isSignedIn && !link
  useEffect(() => {
    if (isEntering) onEntered(search.next ?? '/')
  }, [isEntering, onEntered, search.next])
  // The code of a provider leaves the address, so that no history keeps it.
  useEffect(() => {
    if (returned) history.replaceState(null, '', location.pathname)
  }, [returned])
  if (me.isPending || facts.isPending || isEntering) return <SpinnerPage label="Loading" />
  const openTab = (tab: SignTab) => {
    setSearch({ ...search, tab })
    const text = searchText({ next: search.next, tab: tab === 'signup' ? tab : undefined })
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
        {returned && (
          <SignOnCompletion
            returned={returned}
            onDone={switchUser}
            onBack={() => setReturned(undefined)}
          />
        )}
        {link && !returned && (
          <LinkCard
            key={link.token}
            link={link}
            onSignIn={() => {
              // Whoever was signed in here may be another person, or without a session by now.
              switchUser(null)
              endLink()
            }}
          />
        )}
        {!link && !returned && (
          <SignPanel facts={facts.data} search={search} onOpen={openTab} onDone={switchUser} />
        )}
      </section>
      <ProductDescription />
    </main>
  )
}

/**
 * The link from an email that the page was opened with, also if it is pasted into a tab that shows
 * this page already. The token leaves the address, so that no history keeps it.
 */
function useAccountLink(): { link: AccountLink | undefined; endLink: () => void } {
  const [link, setLink] = useState(() => readLink(location.hash))
  useEffect(() => {
    const takeLink = () => {
      if (!location.hash) return
      const found = readLink(location.hash)
      if (found) setLink(found)
      history.replaceState(null, '', location.pathname + location.search)
    }
    takeLink()
    window.addEventListener('hashchange', takeLink)
    return () => window.removeEventListener('hashchange', takeLink)
  }, [])
  return { link, endLink: () => setLink(undefined) }
}

type SignTab = 'signin' | 'signup'

type SignPanelProps = {
  facts: SignInFacts | undefined
  search: AuthSearch
  onOpen: (tab: SignTab) => void
  onDone: (user: User) => void
}

/** The tabs for signing in and signing up, with the form of the open one. */
function SignPanel({ facts, search, onOpen, onDone }: SignPanelProps) {
  const isFirst = facts?.firstAccount ?? false
  const signUp = facts?.signUp ?? 'open'
  const tab = search.tab ?? (isFirst ? 'signup' : 'signin')
  const isClosed = signUp === 'closed' && !isFirst
  return (
    <>
      <SignTabs open={tab} onOpen={onOpen} />
      <div role="tabpanel" id="sign-panel" aria-labelledby={`tab-${tab}`} className="card mt-4 p-4">
        {tab === 'signin' && <SignIn facts={facts} next={search.next} onDone={onDone} />}
        {tab === 'signup' && isClosed && <ClosedNotice />}
        {tab === 'signup' && !isClosed && (
          <SignUpForm
            isFirst={isFirst}
            needsApproval={signUp === 'approval' && !isFirst}
            needsToken={facts?.needsToken ?? false}
            onDone={onDone}
          />
        )}
      </div>
    </>
  )
}

type SignInProps = {
  facts: SignInFacts | undefined
  next: string | undefined
  onDone: (user: User) => void
}

/** The ways to sign in: at the provider of the company, and by a password or a passkey. */
function SignIn({ facts, next, onDone }: SignInProps) {
  const { singleSignOn } = facts ?? {}
  const [usesPassword, setUsesPassword] = useState(false)
  if (!singleSignOn) return <PasswordSignIn facts={facts} onDone={onDone} />
  const isHidden = singleSignOn.isOnly && !usesPassword
  return (
    <div className="grid gap-4">
      <SingleSignOnButton text={singleSignOn.buttonText} next={next} />
      {isHidden ? (
        <button
          type="button"
          onClick={() => setUsesPassword(true)}
          className="text-body min-h-6 justify-self-start text-link underline"
        >
          Break-glass administrator
        </button>
      ) : (
        <div className="border-t border-line pt-4">
          <PasswordSignIn facts={facts} onDone={onDone} />
        </div>
      )}
    </div>
  )
}

type PasswordSignInProps = Pick<SignInProps, 'facts' | 'onDone'>

/** The sign-in form and, if email is set up, the way to a forgotten password. */
function PasswordSignIn({ facts, onDone }: PasswordSignInProps) {
  const [isForgotten, setIsForgotten] = useState(false)
  if (isForgotten) return <ForgottenPassword onBack={() => setIsForgotten(false)} />
  return (
    <>
      <SignInForm onDone={onDone} names={facts?.demoAccounts ? demoNames : []} />
      {facts?.passwordReset && (
        <button
          type="button"
          onClick={() => setIsForgotten(true)}
          className="text-body mt-4 min-h-6 text-link underline"
        >
          Forgot password?
        </button>
      )}
    </>
  )
}

type LinkCardProps = { link: AccountLink; onSignIn: () => void }

/** The form of a link from an email, in place of the sign-in form. */
function LinkCard({ link, onSignIn }: LinkCardProps) {
  return (
    <div className="card p-4">
      <h2 className="text-label mb-4">
        {link.kind === 'reset' ? 'Choose a new password' : 'Accept your invitation'}
      </h2>
      <AccountLinkForm {...link} onSignIn={onSignIn} />
    </div>
  )
}

function ClosedNotice() {
  return (
    <Alert tone="info" title="Sign-up is closed">
      Ask an administrator to create an account for you.
    </Alert>
  )
}
