import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { useRead } from '#platform/web/api-hooks.ts'
import { useFollowing } from '#platform/web/changes-by-other-users.ts'
import { countIntakeMessages } from '../../open-count-contract.ts'

/** How many messages of the inbox wait for a person, kept up to date; undefined if unknown. */
export function useOpenCount(): number | undefined {
  const enabled = useMay()('intake.read')
  const { data, dataUpdatedAt, refetch } = useRead(countIntakeMessages, { enabled })
  useFollowing(['intake_message'], { dataUpdatedAt, refetch })
  return data?.open
}
