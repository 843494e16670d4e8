/** Where a person works and as what, on one line; '' when neither is known. */
export const workplaceOf = ({ organization, duties }: { organization: string; duties: string }): string =>
  [organization, duties].filter((part) => part !== '').join(' · ')
