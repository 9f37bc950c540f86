import { Link, type LinkProps } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import type { Address } from './screen-address.ts'

type ScreenAddressLinkProps = Omit<ComponentProps<'a'>, 'href'> & { address: Address }

/** A link to an address that is data. A link to a known screen is a `Link`. */
export function ScreenAddressLink({ address, ...props }: ScreenAddressLinkProps) {
  // Each screen has its own parameters, and a link to one of several cannot tell which.
  const { to, search = {}, hash } = address as LinkProps
  return <Link to={to} search={search} {...(hash !== undefined && { hash })} {...props} />
}
