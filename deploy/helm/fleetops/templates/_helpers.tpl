{{/* The image of every process. */}}
{{- define "fleetops.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end }}

{{/* What selects the pods of one process: {root, name}. */}}
{{- define "fleetops.selector" -}}
app.kubernetes.io/name: fleetops
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end }}

{{- define "fleetops.labels" -}}
{{ include "fleetops.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{/* Variables whose values are keys of a Secret. */}}
{{- define "fleetops.secretEnv" -}}
{{- $secret := . -}}
{{- range $variable, $key := $secret.keys }}
- name: {{ $variable }}
  valueFrom:
    secretKeyRef:
      name: {{ $secret.name }}
      key: {{ $key }}
{{- end }}
{{- end }}

{{- define "fleetops.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{/* Where the image of a pod comes from and on which nodes it runs: the same for processes and migrations. */}}
{{- define "fleetops.placement" -}}
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "fleetops.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{/* The settings of a service: {root, name}. */}}
{{- define "fleetops.settings" -}}
{{- if eq .name "gateway" -}}
{{- toYaml .root.Values.gateway -}}
{{- else -}}
{{- toYaml (mergeOverwrite (deepCopy .root.Values.serviceDefaults) (deepCopy (index .root.Values.services .name))) -}}
{{- end -}}
{{- end }}

{{/* Every process: the gateway and the services. */}}
{{- define "fleetops.processes" -}}
{{- prepend (keys .Values.services | sortAlpha) "gateway" | toJson -}}
{{- end }}

{{/* The DNS of the cluster, as an egress rule. */}}
{{- define "fleetops.dnsEgress" -}}
- to:
    - namespaceSelector: {}
      podSelector:
        matchLabels:
          k8s-app: kube-dns
  ports:
    - { port: 53, protocol: UDP }
    - { port: 53, protocol: TCP }
{{- end }}
