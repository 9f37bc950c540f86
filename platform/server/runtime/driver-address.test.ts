import { expect, test } from 'vitest'
import { driverAddress } from './driver-address.ts'

test('an address without parameters is unchanged', () => {
  const address = 'postgres://user:secret@/name'
  expect(driverAddress(address)).toEqual({ connectionString: address })
  expect(driverAddress(address, '-c TimeZone=UTC')).toEqual({
    connectionString: address,
    options: '-c TimeZone=UTC',
  })
})

test.each(['prefer', 'require', 'verify-ca'])(
  'sslmode=%s verifies the certificate, without a warning of the driver',
  (mode) => {
    const address = `postgres://db.example/name?sslmode=${mode}&sslrootcert=/etc/ca.pem`
    expect(driverAddress(address)).toEqual({
      connectionString:
        'postgres://db.example/name?sslmode=verify-full&sslrootcert=%2Fetc%2Fca.pem',
    })
  },
)

test.each(['disable', 'no-verify', 'verify-full'])('sslmode=%s is unchanged', (mode) => {
  const address = `postgres://db.example/name?sslmode=${mode}`
  expect(driverAddress(address)).toEqual({ connectionString: address })
})

test('an address that asks for the meaning of libpq gets it', () => {
  const address = 'postgres://db.example/name?sslmode=require&uselibpqcompat=true'
  expect(driverAddress(address)).toEqual({ connectionString: address })
})

test('the options of an address are sent before those of the program', () => {
  const address = 'postgres://db.example/name?options=-c%20search_path%3Dprizm&sslmode=disable'
  expect(driverAddress(address, '-c TimeZone=UTC')).toEqual({
    connectionString: 'postgres://db.example/name?sslmode=disable',
    options: '-c search_path=prizm -c TimeZone=UTC',
  })
  expect(driverAddress('postgres://h/x?options=-c%20a.b%3Dc')).toEqual({
    connectionString: 'postgres://h/x',
    options: '-c a.b=c',
  })
})
