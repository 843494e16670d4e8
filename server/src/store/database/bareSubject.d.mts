/** A subject in small letters without the marks of answers before it, as `orderedSubject` of the contracts. */
export declare const bareSubject: (subject: string) => string
