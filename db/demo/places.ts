/** A city with its state, ZIP code prefix and telephone area code. */
export type Place = { city: string; state: string; zip: string; area: string }

// Thirty states, two cities each.
const lines = `
Birmingham AL 352 205|Mobile AL 366 251|Phoenix AZ 850 602|Tucson AZ 857 520
Fresno CA 937 559|Sacramento CA 958 916|Denver CO 802 303|Boulder CO 803 720
Hartford CT 061 860|Stamford CT 069 203|Tampa FL 336 813|Orlando FL 328 407
Atlanta GA 303 404|Savannah GA 314 912|Chicago IL 606 312|Peoria IL 616 309
Indianapolis IN 462 317|Fort Wayne IN 468 260|Des Moines IA 503 515|Cedar Rapids IA 524 319
Louisville KY 402 502|Lexington KY 405 859
Baltimore MD 212 410|Frederick MD 217 301|Boston MA 021 617|Worcester MA 016 508
Detroit MI 482 313|Grand Rapids MI 495 616|Minneapolis MN 554 612|Duluth MN 558 218
Kansas City MO 641 816|Springfield MO 658 417
Newark NJ 071 973|Trenton NJ 086 609|Albany NY 122 518|Buffalo NY 142 716
Charlotte NC 282 704|Raleigh NC 276 919|Columbus OH 432 614|Toledo OH 436 419
Tulsa OK 741 918|Norman OK 730 405|Portland OR 972 503|Eugene OR 974 541
Pittsburgh PA 152 412|Allentown PA 181 610|Columbia SC 292 803|Greenville SC 296 864
Nashville TN 372 615|Knoxville TN 379 865|Dallas TX 752 214|San Antonio TX 782 210
Salt Lake City UT 841 801|Provo UT 846 385|Richmond VA 232 804|Norfolk VA 235 757
Seattle WA 981 206|Spokane WA 992 509|Milwaukee WI 532 414|Madison WI 537 608`

export const places: readonly Place[] = lines
  .trim()
  .split(/[|\n]/)
  .map((line) => {
    const [, city = '', state = '', zip = '', area = ''] =
      /^(.+) (\w\w) (\d{3}) (\d{3})$/.exec(line) ?? []
    return { city, state, zip, area }
  })

export const streets = [
  'Industrial Parkway',
  'Commerce Drive',
  'Main Street',
  'Foundry Road',
  'Railroad Avenue',
  'Market Street',
  'Mill Road',
  'Harbor Boulevard',
  'Lincoln Avenue',
  'Depot Street',
  'Corporate Way',
  'Quarry Lane',
  'Airport Road',
  'Washington Street',
  'River Road',
  'Technology Court',
] as const
