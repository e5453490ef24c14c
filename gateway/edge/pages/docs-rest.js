// Shows the OpenAPI document of this platform. Nothing is asked of another host: not even whether it is valid.
window.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
  withCredentials: false,
})
