import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'

/** Shown for a page that failed to load or render, after an update or because of a bug. */
export function BrokenPage({ error }: { error: unknown }) {
  return (
    <main className="mx-auto grid min-h-dvh max-w-xl content-center gap-4 p-6">
      <h1 className="text-page">This page could not be shown</h1>
      <Alert actions={<Button onClick={() => location.reload()}>Try again</Button>}>
        {error instanceof Error ? error.message : String(error)}
      </Alert>
      <p className="text-muted">
        Your saved work is safe. <a href="/">Go to the start page</a>
      </p>
    </main>
  )
}
