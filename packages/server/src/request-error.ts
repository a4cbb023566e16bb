import { ServiceError, serviceError } from "./service-error.ts";

/** The errors of fastify and its plugins. */
interface FrameworkError {
  readonly code?: unknown;
  readonly statusCode?: unknown;
}

const known: Readonly<Record<string, ServiceError>> = {
  FST_FILES_LIMIT: new ServiceError(413, "bad-request", "The form has more than one file: send one page at a time."),
  FST_PARTS_LIMIT: new ServiceError(413, "bad-request", "The body has too many parts."),
  FST_FIELDS_LIMIT: new ServiceError(413, "bad-request", "The body has too many fields."),
  FST_INVALID_JSON_FIELD_ERROR: new ServiceError(400, "bad-request", "A field of the form is not valid JSON."),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new ServiceError(415, "wrong-type", "The Content-Type is not supported."),
  FST_ERR_BAD_URL: new ServiceError(400, "bad-request", "The URL contains an invalid percent escape."),
};

/** The error to report for anything thrown. Its message quotes nothing from a body. */
export function errorOf(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const { code, statusCode } = error as FrameworkError;
  const found = known[String(code)];
  if (found !== undefined) return found;
  if (typeof statusCode === "number" && statusCode >= 400 && statusCode < 500) {
    return new ServiceError(statusCode, "bad-request", "The request is malformed.");
  }
  return serviceError(error);
}
